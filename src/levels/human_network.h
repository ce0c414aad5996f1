// The human network predicts which moves people of a given rating play.
//
// It is a small residual convolutional network (trainer/human_network.py, docs/levels.md). The
// board is seen by the side to move, mirrored so that its king stands on files a to d. Every
// residual block ends in a squeeze-excitation, which also sees the ratings of both players and the
// time class of the game. The policy is a product of two vectors: one of the square a piece leaves,
// one of the square it reaches. A second head says how people's games end from here.
//
// Every sum is added in the same order whatever the vector width, and nothing is contracted to
// fused operations, so that a prediction is the same on every machine.
#pragma once

#include "base/containers.h"
#include "base/result.h"
#include "chess/position.h"
#include "search/searcher.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::human {

// By base time plus forty increments, as lichess counts: below 3, 8 and 25 minutes.
enum class TimeClass : std::uint8_t { Unknown, Bullet, Blitz, Rapid, Classical };
inline constexpr std::size_t time_classes = 5;

// So many of the last moves are inputs.
inline constexpr std::size_t human_history = 4;
static_assert(human_history == Root::remembered_moves);

// The input of the network.
struct HumanSituation {
    Position position;
    // The newest first; empty ones are unknown or were not played.
    std::array<Move, human_history> last{};
    int rating = 1500;  // of the side to move, on the scale of lichess
    int opponent_rating = 1500;
    TimeClass time = TimeClass::Rapid;
};

struct HumanMoveChance {
    Move move;
    double probability = 0;
};

struct HumanPrediction {
    InlineVector<HumanMoveChance, max_moves> moves;  // all legal ones, the likeliest first
    double win = 0, draw = 0, loss = 0;              // of the side to move, in games of people
};

class HumanNetwork {
  public:
    // The numbers that the header of a file has, in this order.
    struct Shape {
        std::uint32_t channels = 0, blocks = 0;
        std::uint32_t policy = 0;  // length of the two vectors
        std::uint32_t value_channels = 0, value_hidden = 0;

        [[nodiscard]] friend bool operator==(const Shape&, const Shape&) = default;
    };

    // The error says what is wrong: not a human network, another shape, cut off, damaged.
    [[nodiscard]] static Result<std::shared_ptr<const HumanNetwork>, std::string>
    parse(std::string_view bytes);
    [[nodiscard]] static Result<std::shared_ptr<const HumanNetwork>, std::string>
    from_file(const std::string& path);
    // The one inside the program (default_human_network.cpp); read when it is first asked for.
    [[nodiscard]] static std::shared_ptr<const HumanNetwork> built_in();
    // A file, or without a path the one inside the program.
    [[nodiscard]] static Result<std::shared_ptr<const HumanNetwork>, std::string>
    from_file_or_built_in(const std::string& path);

    [[nodiscard]] const Shape& shape() const { return shape_; }
    // Data and settings of the training, as the trainer wrote them (JSON).
    [[nodiscard]] const std::string& origin() const { return origin_; }
    // Multiplications of one prediction.
    [[nodiscard]] std::uint64_t multiplications() const;

  private:
    friend class HumanPredictor;

    // Sixteen outputs stand together, so that a vector of any width holds some of them.
    static constexpr std::size_t lanes = 16;
    struct alignas(64) Row {
        std::array<float, lanes> of{};
    };
    // A convolution of 3 x 3 squares (nine taps) or of one (one tap), or a matrix.
    struct Layer {
        std::size_t taps = 0, inputs = 0, outputs = 0;
        std::vector<Row> weights{};  // by sixteen outputs, tap and input
        std::vector<Row> biases{};

        [[nodiscard]] std::size_t rows() const { return (outputs + lanes - 1) / lanes; }
        [[nodiscard]] std::size_t file_size() const {
            return taps * inputs * outputs + 2 * 4 * outputs;
        }
    };
    struct Block {
        Layer first, second, squeeze, excite;
    };

    explicit HumanNetwork(const Shape& shape);
    template <class Self, class Visit>
    static void for_each_layer(Self& self, Visit visit);

    Shape shape_;
    std::string origin_;
    Layer first_;
    std::vector<Block> blocks_;
    Layer policy_, query_key_, promotion_;
    Layer value_, value_hidden_, value_last_;
};

// Asks a network. It owns what is computed on the way, so every thread needs a predictor of its
// own; they share the network.
class HumanPredictor {
  public:
    explicit HumanPredictor(std::shared_ptr<const HumanNetwork> network);

    // The position must have a legal move.
    [[nodiscard]] HumanPrediction predict(const HumanSituation& situation);

    [[nodiscard]] const HumanNetwork& network() const { return *network_; }

  private:
    using Layer = HumanNetwork::Layer;
    using Row = HumanNetwork::Row;
    // Ten by ten squares, of which the outer ones stay zero; so many rows each.
    struct Board {
        std::size_t rows = 0;
        std::vector<Row> squares{};

        void resize(std::size_t channels);
        [[nodiscard]] float* at(std::size_t padded) { return squares[padded * rows].of.data(); }
        [[nodiscard]] const float* at(std::size_t padded) const {
            return squares[padded * rows].of.data();
        }
        [[nodiscard]] float* on(int square);
    };

    void set_inputs(const HumanSituation& situation, int turn);
    void run_trunk();
    void squeeze_and_excite(const HumanNetwork::Block& block);
    void read_policy(const Position& position, int turn, HumanPrediction& prediction);
    void read_value(HumanPrediction& prediction);

    std::shared_ptr<const HumanNetwork> network_;
    Board input_, trunk_, first_, second_;
    std::vector<float> condition_;
    std::vector<Row> vector_in_, vector_out_;
};

}  // namespace rookery::human
