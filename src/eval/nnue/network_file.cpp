#include "eval/nnue/network_file.h"

#include "base/bytes.h"
#include "base/files.h"

#include <cstdlib>
#include <filesystem>
#include <limits>

namespace rookery::nnue {
namespace {

constexpr std::string_view magic = "rooknet1";
constexpr std::size_t checksum_size = 8;
constexpr std::size_t longest_origin = 64 << 10;
constexpr int largest_scale = 10'000;

struct Shape {
    std::size_t width = 0, buckets = 0, origin = 0;
    int input_unit = 0, output_unit = 0, scale = 0;

    [[nodiscard]] std::size_t size() const {
        return magic.size() + 6 * 4 + origin + 2 * ((inputs + 1) * width + buckets * 2 * width) +
               4 * buckets + checksum_size;
    }
};

Shape read_shape(ByteReader& reader) {
    const auto next = [&] { return static_cast<std::uint32_t>(reader.fixed(4)); };
    Shape shape;
    shape.width = next();
    shape.buckets = next();
    shape.input_unit = static_cast<int>(next());
    shape.output_unit = static_cast<int>(next());
    shape.scale = static_cast<int>(next());
    shape.origin = next();
    return shape;
}

std::string validate(const Shape& shape, std::size_t size) {
    if (shape.width == 0 || shape.width > width)
        return "it has " + std::to_string(shape.width) +
               " neurons a side, and this program has room for " + std::to_string(width);
    if (shape.buckets != buckets || shape.input_unit != input_unit ||
        shape.output_unit != output_unit)
        return "it is built in another way than this program's networks";
    if (shape.scale < 1 || shape.scale > largest_scale)
        return "its scale is not between 1 and " + std::to_string(largest_scale);
    if (shape.origin > longest_origin)
        return "what it says about its origin is longer than " + std::to_string(longest_origin) +
               " bytes";
    if (size < shape.size()) return "it is cut off";
    if (size > shape.size()) return "it goes on after its end";
    return {};
}

void read_row(ByteReader& reader, Neurons& row, std::size_t neurons) {
    for (std::size_t i = 0; i < neurons; ++i) row[i] = static_cast<std::int16_t>(reader.fixed(2));
}

bool is_within(const Neurons& row, int largest) {
    for (const std::int16_t one : row)
        if (one < -largest || one > largest) return false;
    return true;
}

// Whether no sum can overflow for any position.
bool cannot_overflow(const Network& network) {
    bool sound = is_within(network.biases, largest_input_weight);
    for (const Neurons& row : network.features)
        sound = sound && is_within(row, largest_input_weight);
    for (const auto& sides : network.output) {
        std::int64_t sum = 0;
        for (const Neurons& row : sides) {
            sound = sound && is_within(row, largest_output_weight);
            for (const std::int16_t one : row) sum += std::abs(one);
        }
        sound = sound && sum * input_unit * input_unit <= std::numeric_limits<std::int32_t>::max();
    }
    for (const std::int32_t bias : network.output_biases)
        sound = sound && bias >= -largest_output_bias && bias <= largest_output_bias;
    return sound;
}

}  // namespace

Result<std::shared_ptr<const Network>, std::string> parse_network(std::string_view bytes) {
    const auto refuse = [](std::string why) { return failure(std::move(why)); };
    ByteReader reader(bytes);
    if (reader.text(magic.size()) != magic) return refuse("it is not a network of Rookery");
    const Shape shape = read_shape(reader);
    if (!reader.ok()) return refuse("it is cut off");
    if (std::string problem = validate(shape, bytes.size()); !problem.empty())
        return refuse(std::move(problem));
    const std::string_view summed = bytes.substr(0, bytes.size() - checksum_size);
    if (ByteReader(bytes.substr(summed.size())).fixed(checksum_size) != hash_of(summed))
        return refuse("it is damaged");

    auto network = std::make_shared<Network>();
    network->scale = shape.scale;
    network->origin = reader.text(shape.origin);
    for (Neurons& row : network->features) read_row(reader, row, shape.width);
    read_row(reader, network->biases, shape.width);
    for (auto& sides : network->output)
        for (Neurons& row : sides) read_row(reader, row, shape.width);
    for (std::int32_t& bias : network->output_biases)
        bias = static_cast<std::int32_t>(reader.fixed(4));
    if (!cannot_overflow(*network))
        return refuse("its weights are so large that sums could overflow");
    return std::shared_ptr<const Network>(std::move(network));
}

Result<std::shared_ptr<const Network>, std::string> network_from_file(const std::string& path) {
    // Reading a pipe may block for ever, and a device may have no end.
    std::error_code unknown;
    const auto kind = std::filesystem::status(path, unknown).type();
    if (kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character)
        return failure(path + " is not an ordinary file");
    const Shape largest{.width = width, .buckets = buckets, .origin = longest_origin};
    const auto bytes = text_of_file(path, largest.size() + 1);
    if (!bytes) return failure(bytes.error());
    auto network = parse_network(*bytes);
    if (!network) return failure(path + ": " + network.error());
    return network;
}

std::string bytes_of(const Network& network, std::size_t neurons) {
    ByteWriter writer;
    writer.text(magic);
    for (const std::uint64_t one : {neurons, buckets, static_cast<std::size_t>(input_unit),
                                    static_cast<std::size_t>(output_unit),
                                    static_cast<std::size_t>(network.scale), network.origin.size()})
        writer.fixed(one, 4);
    writer.text(network.origin);
    const auto row = [&](const Neurons& values) {
        for (std::size_t i = 0; i < neurons; ++i)
            writer.fixed(static_cast<std::uint16_t>(values[i]), 2);
    };
    for (const Neurons& one : network.features) row(one);
    row(network.biases);
    for (const auto& sides : network.output)
        for (const Neurons& one : sides) row(one);
    for (const std::int32_t bias : network.output_biases)
        writer.fixed(static_cast<std::uint32_t>(bias), 4);
    std::string bytes = writer.take();
    ByteWriter end;
    end.fixed(hash_of(bytes), checksum_size);
    return bytes + end.take();
}

}  // namespace rookery::nnue
