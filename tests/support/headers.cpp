// Nothing but a place to precompile the headers that all tests include.
