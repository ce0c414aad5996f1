# Says that no measurement has the name `word`, and lists those that there are. Reads lines "FILE NAME".

function smallest(a, b) { return a < b ? a : b }

# The number of letters to change, insert or leave out to get from a to b.
function edit_distance(a, b, i, j, row, last) {
    for (j = 0; j <= length(b); ++j) last[j] = j
    for (i = 1; i <= length(a); ++i) {
        row[0] = i
        for (j = 1; j <= length(b); ++j) {
            row[j] = last[j - 1] + (substr(a, i, 1) != substr(b, j, 1))
            row[j] = smallest(row[j], smallest(last[j], row[j - 1]) + 1)
        }
        for (j = 0; j <= length(b); ++j) last[j] = row[j]
    }
    return last[length(b)]
}

# The first sentence of the comment at the top of a file.
function summary(file, line, text) {
    while ((getline line <file) > 0) {
        if (line ~ /^#!/) continue
        sub(/^(\/\/|#|""")[ ]?/, "", line)
        if (line == "") break
        text = text (text == "" ? "" : " ") line
        if (match(text, /[.:?]( |$)/)) {
            text = substr(text, 1, RSTART - (substr(text, RSTART, 1) != "?"))
            break
        }
    }
    close(file)
    return text
}

{
    name = $NF
    file = substr($0, 1, length($0) - length(name) - 1) # it may contain spaces
    names[++count] = name
    summaries[count] = summary(file)
    longest = length(name) > longest ? length(name) : longest
    # As the program does it: a third of the letters may be wrong, or one contains the other.
    plain = tolower(word)
    sub(/^bench[_\/]/, "", plain)
    sub(/\.(cpp|py|sh)$/, "", plain)
    gsub(/-/, "_", plain)
    distance = plain != "" && index(name, plain) || index(plain, name) ? 0 : edit_distance(plain, name)
    shorter = smallest(length(plain), length(name))
    if (distance * 3 <= shorter && (nearest == "" || distance < nearest_distance)) {
        nearest = name
        nearest_distance = distance
    }
}

END {
    printf "There is no measurement '%s'%s\n", word, nearest == "" ? "." : "; did you mean " nearest "?"
    print "Measurements:"
    for (i = 1; i <= count; ++i) printf "  %-*s  %s\n", longest, names[i], summaries[i]
}
