#include "levels/human_network.h"

#include "base/bytes.h"
#include "base/files.h"
#include "base/math.h"
#include "chess/movegen.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <type_traits>

namespace rookery::human {
namespace {

constexpr std::string_view magic = "rookhum1";
constexpr std::size_t checksum_size = 8;
constexpr std::size_t shape_numbers = 5;
constexpr std::size_t longest_origin = 64 << 10;
constexpr std::size_t largest_file = 64 << 20;

// Six kinds of our pieces and six of theirs, rooks that may castle (ours, theirs), en passant, the
// halfmove clock, and two for each of the last moves.
constexpr std::size_t position_planes = 16;
constexpr std::size_t planes = position_planes + 2 * human_history;
constexpr std::size_t castling_plane = 12;
constexpr std::size_t en_passant_plane = 14;
constexpr std::size_t clock_plane = 15;

// A rating is shared between the two nearest of these knots.
constexpr int lowest_knot = 600;
constexpr int knot_distance = 200;
constexpr std::size_t knots = 11;
constexpr std::size_t conditions = 2 * knots + time_classes;

constexpr std::size_t promotions = 4;  // knight, bishop, rook, queen
constexpr std::size_t results = 3;     // loss, draw, win

constexpr std::size_t padded_side = 10;
constexpr std::size_t squares_of_board = 64;

// The widest vectors of the instruction set. The compiler makes its instructions of them.
#if defined(__AVX512F__)
constexpr std::size_t vector_bytes = 64;
constexpr std::size_t squares_at_once = 8;
#elif defined(__AVX__)
constexpr std::size_t vector_bytes = 32;
constexpr std::size_t squares_at_once = 4;
#else
constexpr std::size_t vector_bytes = 16;
constexpr std::size_t squares_at_once = 2;
#endif
constexpr std::size_t lanes_of_row = 16;
constexpr std::size_t vectors_of_row = lanes_of_row * sizeof(float) / vector_bytes;
typedef float Vector __attribute__((vector_size(vector_bytes)));

Vector loaded(const float* from) {
    Vector value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

void store(float* to, Vector value) { std::memcpy(to, &value, sizeof value); }

std::size_t padded(std::size_t square) { return (square / 8 + 1) * padded_side + square % 8 + 1; }

// The sums of 64 squares and 16 outputs.
using Sums = std::array<std::array<float, lanes_of_row>, squares_of_board>;

// Adds the products of all inputs with one tap's weights to the sums of some neighbouring squares.
// The inputs of one square begin `stride` floats after those of the last.
void add_products(float* sums, const float* inputs, std::size_t stride, const float* weights,
                  std::size_t count) {
    Vector total[squares_at_once][vectors_of_row];
#pragma GCC unroll 8
    for (std::size_t s = 0; s < squares_at_once; ++s)
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors_of_row; ++v)
            total[s][v] = loaded(sums + s * lanes_of_row + v * (vector_bytes / sizeof(float)));
    for (std::size_t i = 0; i < count; ++i) {
        Vector weight[vectors_of_row];
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors_of_row; ++v)
            weight[v] = loaded(weights + i * lanes_of_row + v * (vector_bytes / sizeof(float)));
#pragma GCC unroll 8
        for (std::size_t s = 0; s < squares_at_once; ++s)
#pragma GCC unroll 4
            for (std::size_t v = 0; v < vectors_of_row; ++v)
                total[s][v] += weight[v] * inputs[s * stride + i];
    }
#pragma GCC unroll 8
    for (std::size_t s = 0; s < squares_at_once; ++s)
#pragma GCC unroll 4
        for (std::size_t v = 0; v < vectors_of_row; ++v)
            store(sums + s * lanes_of_row + v * (vector_bytes / sizeof(float)), total[s][v]);
}

float relu(float value) { return value > 0 ? value : 0; }

float sigmoid(float value) {
    return static_cast<float>(1 / (1 + natural_exp(-static_cast<double>(value))));
}

// The place of a square in the view: bits to flip.
int turn_of(const Position& position) {
    const Color us = position.side_to_move();
    const int mirror = file_of(position.king(us)) >= File::E ? 7 : 0;
    return mirror ^ (us == Color::Black ? 56 : 0);
}

void share_rating(int rating, float* knot_shares) {
    const int highest = lowest_knot + knot_distance * static_cast<int>(knots - 1);
    const int above = std::clamp(rating, lowest_knot, highest) - lowest_knot;
    const auto knot = static_cast<std::size_t>(above / knot_distance);
    const float rest =
        static_cast<float>(above % knot_distance) / static_cast<float>(knot_distance);
    knot_shares[knot] = 1 - rest;
    if (rest > 0) knot_shares[knot + 1] = rest;
}

std::string validate_shape(const HumanNetwork::Shape& shape) {
    const auto is_within = [](std::uint32_t value, std::uint32_t most) {
        return value >= 1 && value <= most;
    };
    if (!is_within(shape.channels, 512) || !is_within(shape.blocks, 64) ||
        !is_within(shape.policy, 256) || !is_within(shape.value_channels, 64) ||
        !is_within(shape.value_hidden, 1024))
        return "its shape is not one that this program can use";
    return {};
}

float float_of(std::uint64_t bits) {
    const auto word = static_cast<std::uint32_t>(bits);
    float value = 0;
    std::memcpy(&value, &word, sizeof value);
    return value;
}

}  // namespace

HumanNetwork::HumanNetwork(const Shape& shape) : shape_(shape) {
    static_assert(lanes == lanes_of_row);
    const std::size_t channels = shape.channels;
    const std::size_t hidden = std::max<std::size_t>(8, channels / 4);
    first_ = {.taps = 9, .inputs = planes, .outputs = channels};
    blocks_.resize(shape.blocks);
    for (Block& block : blocks_) {
        block.first = {.taps = 9, .inputs = channels, .outputs = channels};
        block.second = {.taps = 9, .inputs = channels, .outputs = channels};
        block.squeeze = {.taps = 1, .inputs = channels + conditions, .outputs = hidden};
        block.excite = {.taps = 1, .inputs = hidden, .outputs = 2 * channels};
    }
    policy_ = {.taps = 1, .inputs = channels, .outputs = channels};
    query_key_ = {.taps = 1, .inputs = channels, .outputs = 2 * std::size_t{shape.policy}};
    promotion_ = {.taps = 1, .inputs = channels, .outputs = promotions};
    value_ = {.taps = 1, .inputs = channels, .outputs = shape.value_channels};
    value_hidden_ = {.taps = 1,
                     .inputs = squares_of_board * shape.value_channels + conditions,
                     .outputs = shape.value_hidden};
    value_last_ = {.taps = 1, .inputs = shape.value_hidden, .outputs = results};
}

// In the order of the file.
template <class Self, class Visit>
void HumanNetwork::for_each_layer(Self& self, Visit visit) {
    visit(self.first_);
    for (auto& block : self.blocks_) {
        visit(block.first);
        visit(block.second);
        visit(block.squeeze);
        visit(block.excite);
    }
    visit(self.policy_);
    visit(self.query_key_);
    visit(self.promotion_);
    visit(self.value_);
    visit(self.value_hidden_);
    visit(self.value_last_);
}

std::uint64_t HumanNetwork::multiplications() const {
    std::uint64_t once = 0, everywhere = 0;
    for_each_layer(*this, [&](const Layer& layer) {
        const bool is_vector = &layer == &value_hidden_ || &layer == &value_last_ ||
                               layer.inputs == shape_.channels + conditions;
        (is_vector ? once : everywhere) += layer.taps * layer.inputs * layer.outputs;
    });
    return once + squares_of_board * everywhere;
}

Result<std::shared_ptr<const HumanNetwork>, std::string>
HumanNetwork::parse(std::string_view bytes) {
    const auto refuse = [](std::string why) { return failure(std::move(why)); };
    ByteReader reader(bytes);
    if (reader.text(magic.size()) != magic) return refuse("it is not a human network of Rookery");
    const auto next = [&] { return static_cast<std::uint32_t>(reader.fixed(4)); };
    Shape shape;
    shape.channels = next();
    shape.blocks = next();
    shape.policy = next();
    shape.value_channels = next();
    shape.value_hidden = next();
    const std::size_t origin = next();
    if (!reader.ok()) return refuse("it is cut off");
    if (std::string problem = validate_shape(shape); !problem.empty())
        return refuse(std::move(problem));
    if (origin > longest_origin)
        return refuse("what it says about its origin is longer than " +
                      std::to_string(longest_origin) + " bytes");
    const auto network = std::shared_ptr<HumanNetwork>(new HumanNetwork(shape));
    std::size_t size = magic.size() + 4 * (shape_numbers + 1) + origin + checksum_size;
    for_each_layer(*network, [&](const Layer& layer) { size += layer.file_size(); });
    if (bytes.size() < size) return refuse("it is cut off");
    if (bytes.size() > size) return refuse("it goes on after its end");
    const std::string_view summed = bytes.substr(0, bytes.size() - checksum_size);
    if (ByteReader(bytes.substr(summed.size())).fixed(checksum_size) != hash_of(summed))
        return refuse("it is damaged");

    network->origin_ = reader.text(origin);
    bool is_finite = true;
    for_each_layer(*network, [&](Layer& layer) {
        const std::string_view steps = reader.text(layer.taps * layer.inputs * layer.outputs);
        const auto number = [&] {
            const float value = float_of(reader.fixed(4));
            is_finite = is_finite && std::isfinite(value) && std::abs(value) < 1e6F;
            return value;
        };
        std::vector<float> scales(layer.outputs);
        for (float& scale : scales) scale = number();
        layer.biases.resize(layer.rows());
        for (std::size_t out = 0; out < layer.outputs; ++out)
            layer.biases[out / lanes].of[out % lanes] = number();
        layer.weights.resize(layer.rows() * layer.taps * layer.inputs);
        for (std::size_t i = 0; i < layer.taps * layer.inputs; ++i)
            for (std::size_t out = 0; out < layer.outputs; ++out) {
                Row& row = layer.weights[out / lanes * layer.taps * layer.inputs + i];
                const auto step = static_cast<signed char>(steps[i * layer.outputs + out]);
                row.of[out % lanes] = static_cast<float>(step) * scales[out];
            }
    });
    if (!is_finite) return refuse("its weights are not ordinary numbers");
    return std::shared_ptr<const HumanNetwork>(network);
}

Result<std::shared_ptr<const HumanNetwork>, std::string>
HumanNetwork::from_file(const std::string& path) {
    // Reading a pipe may block for ever, and a device may have no end.
    std::error_code unknown;
    const auto kind = std::filesystem::status(path, unknown).type();
    if (kind == std::filesystem::file_type::fifo || kind == std::filesystem::file_type::character)
        return failure(path + " is not an ordinary file");
    const auto bytes = text_of_file(path, largest_file);
    if (!bytes) return failure(bytes.error());
    auto network = parse(*bytes);
    if (!network) return failure(path + ": " + network.error());
    return network;
}

void HumanPredictor::Board::resize(std::size_t channels) {
    rows = (channels + lanes_of_row - 1) / lanes_of_row;
    squares.assign(padded_side * padded_side * rows, Row{});
}

float* HumanPredictor::Board::on(int square) {
    return at(padded(static_cast<std::size_t>(square)));
}

HumanPredictor::HumanPredictor(std::shared_ptr<const HumanNetwork> network)
    : network_(std::move(network)), condition_(conditions) {
    const HumanNetwork::Shape& shape = network_->shape();
    const std::size_t channels = shape.channels;
    input_.resize(planes);
    trunk_.resize(channels);
    first_.resize(std::max({channels, 2 * std::size_t{shape.policy}, promotions}));
    second_.resize(std::max<std::size_t>(channels, shape.value_channels));
    const std::size_t longest =
        std::max({squares_of_board * shape.value_channels + conditions, channels + conditions,
                  2 * channels, std::size_t{shape.value_hidden}});
    vector_in_.resize(longest / lanes_of_row + 1);
    vector_out_.resize(longest / lanes_of_row + 1);
}

namespace {

// A layer on every square of a board. Board and Layer are private types of the classes above.
template <class Layer, class Board>
void convolve(const Layer& layer, const Board& from, Board& to, bool with_relu) {
    Sums sums;
    const std::size_t stride = from.rows * lanes_of_row;
    for (std::size_t row = 0; row < layer.rows(); ++row) {
        sums.fill(layer.biases[row].of);
        for (std::size_t tap = 0; tap < layer.taps; ++tap) {
            const float* weights = layer.weights[(row * layer.taps + tap) * layer.inputs].of.data();
            // From the square itself to the one that this tap looks at, in squares.
            const std::size_t above =
                layer.taps == 1 ? padded_side + 1 : tap / 3 * padded_side + tap % 3;
            for (std::size_t square = 0; square < squares_of_board; square += squares_at_once)
                add_products(sums[square].data(), from.at(padded(square) + above - padded_side - 1),
                             stride, weights, layer.inputs);
        }
        for (std::size_t square = 0; square < squares_of_board; ++square) {
            float* out = to.on(static_cast<int>(square)) + row * lanes_of_row;
            for (std::size_t i = 0; i < lanes_of_row; ++i)
                out[i] = with_relu ? relu(sums[square][i]) : sums[square][i];
        }
    }
}

// A layer on one vector.
template <class Layer>
void multiply(const Layer& layer, const float* from, float* to, bool with_relu) {
    for (std::size_t row = 0; row < layer.rows(); ++row) {
        auto sums = layer.biases[row].of;
        for (std::size_t i = 0; i < layer.inputs; ++i) {
            const auto& weights = layer.weights[row * layer.inputs + i].of;
            for (std::size_t lane = 0; lane < lanes_of_row; ++lane)
                sums[lane] += weights[lane] * from[i];
        }
        for (std::size_t lane = 0; lane < lanes_of_row; ++lane)
            to[row * lanes_of_row + lane] = with_relu ? relu(sums[lane]) : sums[lane];
    }
}

}  // namespace

void HumanPredictor::set_inputs(const HumanSituation& situation, int turn) {
    std::fill(input_.squares.begin(), input_.squares.end(), Row{});
    const Position& position = situation.position;
    const Color us = position.side_to_move();
    for (const Square square : squares(position.occupied())) {
        const Piece piece = position.piece_on(square);
        float* here = input_.on(index_of(square) ^ turn);
        const bool is_ours = color_of(piece) == us;
        here[static_cast<std::size_t>(type_of(piece)) + (is_ours ? 0 : 6)] = 1;
        if ((position.castling_rooks() & bit(square)) != 0)
            here[castling_plane + (is_ours ? 0 : 1)] = 1;
    }
    if (position.en_passant() != Square::None)
        input_.on(index_of(position.en_passant()) ^ turn)[en_passant_plane] = 1;
    const float clock = std::min(static_cast<float>(position.halfmove_clock()) / 100.0F, 1.0F);
    for (int square = 0; square < 64; ++square) input_.on(square)[clock_plane] = clock;
    for (std::size_t i = 0; i < human_history; ++i) {
        const Move move = situation.last[i];
        if (!move) continue;
        input_.on(index_of(move.from()) ^ turn)[position_planes + 2 * i] = 1;
        input_.on(index_of(move.to()) ^ turn)[position_planes + 2 * i + 1] = 1;
    }
    std::fill(condition_.begin(), condition_.end(), 0.0F);
    share_rating(situation.rating, condition_.data());
    share_rating(situation.opponent_rating, condition_.data() + knots);
    condition_[2 * knots + static_cast<std::size_t>(situation.time)] = 1;
}

// second_ becomes trunk_ plus second_, scaled and shifted, in trunk_.
void HumanPredictor::squeeze_and_excite(const HumanNetwork::Block& block) {
    const std::size_t channels = network_->shape().channels;
    float* in = vector_in_[0].of.data();
    float* out = vector_out_[0].of.data();
    std::fill_n(in, channels, 0.0F);
    for (int square = 0; square < 64; ++square) {
        const float* here = second_.on(square);
        for (std::size_t c = 0; c < channels; ++c) in[c] += here[c];
    }
    for (std::size_t c = 0; c < channels; ++c) in[c] /= 64;
    std::copy(condition_.begin(), condition_.end(), in + channels);
    multiply(block.squeeze, in, out, true);
    multiply(block.excite, out, in, false);
    for (std::size_t c = 0; c < channels; ++c) in[c] = sigmoid(in[c]);
    for (int square = 0; square < 64; ++square) {
        const float* changed = second_.on(square);
        float* sum = trunk_.on(square);
        for (std::size_t c = 0; c < channels; ++c)
            sum[c] = relu(sum[c] + (changed[c] * in[c] + in[channels + c]));
    }
}

void HumanPredictor::run_trunk() {
    convolve(network_->first_, input_, trunk_, true);
    for (const HumanNetwork::Block& block : network_->blocks_) {
        convolve(block.first, trunk_, first_, true);
        convolve(block.second, first_, second_, false);
        squeeze_and_excite(block);
    }
}

void HumanPredictor::read_policy(const Position& position, int turn, HumanPrediction& prediction) {
    const std::size_t length = network_->shape().policy;
    convolve(network_->policy_, trunk_, second_, true);
    convolve(network_->query_key_, second_, first_, false);
    const auto place = [turn](Square square) { return index_of(square) ^ turn; };
    double largest = -1e30;
    for (const Move move : legal_moves(position)) {
        const float* query = first_.on(place(move.from()));
        const float* key = first_.on(place(move.to())) + length;
        float sum = 0;
        for (std::size_t i = 0; i < length; ++i) sum += query[i] * key[i];
        prediction.moves.push_back({move, static_cast<double>(sum)});
        largest = std::max(largest, static_cast<double>(sum));
    }
    for (HumanMoveChance& one : prediction.moves)
        one.probability = natural_exp(one.probability - largest);
    // The four promotions of a pawn share the probability of its move.
    std::array<float, lanes_of_row> pieces{};
    for (HumanMoveChance& one : prediction.moves) {
        if (!one.move.is_promotion()) continue;
        multiply(network_->promotion_, second_.on(place(one.move.to())), pieces.data(), false);
        const float most = *std::max_element(pieces.begin(), pieces.begin() + promotions);
        double sum = 0;
        for (std::size_t i = 0; i < promotions; ++i)
            sum += natural_exp(static_cast<double>(pieces[i] - most));
        const auto number = static_cast<std::size_t>(one.move.promoted()) -
                            static_cast<std::size_t>(PieceType::Knight);
        one.probability *= natural_exp(static_cast<double>(pieces[number] - most)) / sum;
    }
    double sum = 0;
    for (const HumanMoveChance& one : prediction.moves) sum += one.probability;
    for (HumanMoveChance& one : prediction.moves)
        // Weights of a nonsensical file can overflow.
        one.probability = sum > 0 && std::isfinite(sum)
                              ? one.probability / sum
                              : 1 / static_cast<double>(prediction.moves.size());
    std::stable_sort(prediction.moves.begin(), prediction.moves.end(),
                     [](const HumanMoveChance& a, const HumanMoveChance& b) {
                         return a.probability > b.probability;
                     });
}

void HumanPredictor::read_value(HumanPrediction& prediction) {
    const std::size_t channels = network_->shape().value_channels;
    convolve(network_->value_, trunk_, second_, true);
    float* in = vector_in_[0].of.data();
    float* out = vector_out_[0].of.data();
    for (int square = 0; square < 64; ++square)
        std::copy_n(second_.on(square), channels, in + static_cast<std::size_t>(square) * channels);
    std::copy(condition_.begin(), condition_.end(), in + squares_of_board * channels);
    multiply(network_->value_hidden_, in, out, true);
    multiply(network_->value_last_, out, in, false);
    const float most = *std::max_element(in, in + results);
    std::array<double, results> shares{};
    double sum = 0;
    for (std::size_t i = 0; i < results; ++i)
        sum += shares[i] = natural_exp(static_cast<double>(in[i] - most));
    const bool is_sound = sum > 0 && std::isfinite(sum);
    prediction.loss = is_sound ? shares[0] / sum : 1.0 / results;
    prediction.draw = is_sound ? shares[1] / sum : 1.0 / results;
    prediction.win = is_sound ? shares[2] / sum : 1.0 / results;
}

HumanPrediction HumanPredictor::predict(const HumanSituation& situation) {
    const int turn = turn_of(situation.position);
    HumanPrediction prediction;
    set_inputs(situation, turn);
    run_trunk();
    read_policy(situation.position, turn, prediction);
    read_value(prediction);
    return prediction;
}

}  // namespace rookery::human
