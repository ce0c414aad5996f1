#include "arena/statistics/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace rookery::arena {
namespace {

// Okabe and Ito's palette: told apart by colour-blind readers, too.
constexpr std::array<const char*, 7> colors = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                               "#E69F00", "#56B4E9", "#808080"};

constexpr double left_margin = 84;
constexpr double right_margin = 24;
constexpr double top_margin = 66;
constexpr double bottom_margin = 54;
constexpr double legend_row = 20;

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] double span() const { return high - low; }
    // Never empty, and never without extent.
    [[nodiscard]] Range usable() const {
        if (!(low <= high)) return {0, 1};
        // Ends so large that their distance is not a number any more: their points fall outside.
        if (!std::isfinite(span())) return {low / 4, high / 4};
        if (low == high)
            return {low - std::max(1.0, std::abs(low) / 10),
                    high + std::max(1.0, std::abs(high) / 10)};
        return *this;
    }
};

// The text of a picture.
class Picture {
  protected:
    template <class... Parts>
    void put(fmt::format_string<Parts...> format, Parts&&... parts) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Parts>(parts)...);
    }

    // Size, title and background. The class gets another stroke for readers with a dark theme.
    void open(int width, double height, const std::string& title, std::string_view title_x,
              std::string_view dark_class, std::string_view dark_stroke) {
        put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" "
            "viewBox=\"0 0 {0} {1:.0f}\" role=\"img\" font-family=\"sans-serif\" "
            "font-size=\"13\" fill=\"#333\">\n<title>{2}</title>\n",
            width, height, svg_escaped(title));
        put("<style>@media (prefers-color-scheme: dark) {{ svg {{ fill: #d8dee9 }} "
            ".paper {{ fill: #1e2127 }} .{} {{ stroke: {} }} }}</style>\n",
            dark_class, dark_stroke);
        put("<rect class=\"paper\" width=\"{}\" height=\"{:.0f}\" fill=\"#fcfcfa\"/>\n", width,
            height);
        put("<text x=\"{}\" y=\"28\" font-size=\"18\" font-weight=\"bold\">{}</text>\n", title_x,
            svg_escaped(title));
    }

    std::string text_;
};

// "12,500" or "-0.25": as many decimals as the distance of the ticks asks for.
std::string tick_text(double value, double step) {
    const int decimals = std::clamp(-static_cast<int>(std::floor(std::log10(step) + 1e-9)), 0, 12);
    if (std::abs(value) < step / 1000) value = 0;
    if (std::abs(value) >= 1e15) return fmt::format("{:g}", value);
    std::string text = fmt::format("{:.{}f}", value, decimals);
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    std::size_t at = std::min(text.find('.'), text.size());
    while (at > first + 3) text.insert(at -= 3, 1, ',');
    return text;
}

// Every whole number in a range; between two logarithms, the powers of ten.
std::vector<double> whole_ticks(double low, double high) {
    std::vector<double> ticks;
    const double last = std::min(std::floor(high + 1e-9), low + 400);
    for (double tick = std::ceil(low - 1e-9); tick <= last; ++tick) ticks.push_back(tick);
    return ticks;
}

// "1,000", and where that would be too wide, "10⁹".
std::string power_text(double exponent) {
    constexpr double widest = 5;
    if (std::abs(exponent) <= widest)
        return tick_text(std::pow(10.0, exponent), std::pow(10.0, std::min(exponent, 0.0)));
    constexpr std::array<const char*, 10> raised = {"⁰", "¹", "²", "³", "⁴",
                                                    "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : fmt::format("{:.0f}", std::abs(exponent)))
        text += raised[static_cast<std::size_t>(digit - '0')];
    return text;
}

class Drawing : private Picture {
  public:
    explicit Drawing(const Chart& chart) : chart_(chart) {
        right_ = std::max(chart.width, 200) - right_margin;
        bottom_ = std::max(chart.height, 150) - bottom_margin;
        lay_out_legend();
        for (const ChartSeries& series : chart.series)
            for (const ChartPoint& point : series.points) {
                x_.include(point.x);
                y_.include(point.y);
            }
        for (const ChartBand& band : chart.bands)
            for (const ChartBand::Slice& slice : band.slices) {
                x_.include(slice.x);
                y_.include(slice.low);
                y_.include(slice.high);
            }
        for (const ChartLevel& level : chart.levels) y_.include(level.y);
        x_ = x_.usable();
        y_ = y_.usable();
        const double air = y_.span() / 20;
        y_ = chart.y_low < chart.y_high ? Range{chart.y_low, chart.y_high}
                                        : Range{y_.low - air, y_.high + air};
    }

    std::string draw() {
        open();
        axes();
        put("<g clip-path=\"url(#plot)\">\n");
        for (const ChartBand& band : chart_.bands) draw_band(band);
        for (const ChartLevel& level : chart_.levels) draw_level(level);
        for (std::size_t i = 0; i < chart_.series.size(); ++i) draw_series(i);
        put("</g>\n");
        legend();
        put("</svg>\n");
        return std::move(text_);
    }

  private:
    [[nodiscard]] double place_x(double x) const {
        return left_margin + (x - x_.low) / x_.span() * (right_ - left_margin);
    }
    // Points far outside are clamped: viewers do not like coordinates in the billions.
    [[nodiscard]] double place_y(double y) const {
        const double inside = std::clamp((y - y_.low) / y_.span(), -5.0, 6.0);
        return bottom_ - inside * (bottom_ - top_);
    }

    struct LegendEntry {
        std::string name;
        std::string look;  // of its line
        double x = 0;
        double y = 0;
    };

    [[nodiscard]] const char* color_of(std::size_t series) const {
        const bool is_twin = series < chart_.series.size() && chart_.series[series].twin_of;
        return colors[(is_twin ? *chart_.series[series].twin_of : series) % colors.size()];
    }
    [[nodiscard]] const char* dashes_of(std::size_t series) const {
        return chart_.series[series].twin_of ? " stroke-dasharray=\"2 6\"" : "";
    }

    void open() {
        Picture::open(std::max(chart_.width, 200), std::max(chart_.height, 150), chart_.title,
                      fmt::format("{:.1f}", left_margin), "grid", "#3a3f48");
        put("<defs><clipPath id=\"plot\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
            "height=\"{:.1f}\"/></clipPath></defs>\n",
            left_margin, top_, right_ - left_margin, bottom_ - top_);
    }

    // Counts, like games or plies, have no halves.
    std::vector<double> x_ticks() const {
        if (chart_.log_x) return whole_ticks(x_.low, x_.high);
        std::vector<double> ticks = nice_ticks(x_.low, x_.high, 8);
        const auto is_whole = [](const ChartPoint& point) {
            return point.x == std::floor(point.x);
        };
        const bool are_counts = std::ranges::all_of(chart_.series, [&](const ChartSeries& series) {
            return std::ranges::all_of(series.points, is_whole);
        });
        if (are_counts && ticks.size() > 1 && ticks[1] - ticks[0] < 1)
            ticks = whole_ticks(x_.low, x_.high);
        return ticks;
    }

    void axes() {
        const std::vector<double> xs = x_ticks();
        const std::vector<double> ys =
            chart_.log_y ? whole_ticks(y_.low, y_.high) : nice_ticks(y_.low, y_.high, 6);
        const auto text = [](double tick, const std::vector<double>& ticks, bool is_logarithm) {
            if (is_logarithm) return power_text(tick);
            return tick_text(tick, ticks.size() > 1 ? ticks[1] - ticks[0] : 1);
        };
        for (double x : xs) {
            put("<path class=\"grid\" d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#e4e4e0\"/>\n",
                place_x(x), top_, bottom_);
            put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", place_x(x),
                bottom_ + 18, text(x, xs, chart_.log_x));
        }
        for (double y : ys) {
            put("<path class=\"grid\" d=\"M{0:.1f} {1:.1f}H{2:.1f}\" stroke=\"#e4e4e0\"/>\n",
                left_margin, place_y(y), right_);
            put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left_margin - 8,
                place_y(y) + 4.5, text(y, ys, chart_.log_y));
        }
        put("<path d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\" fill=\"none\" stroke=\"#888\"/>\n",
            left_margin, top_, bottom_, right_);
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
            (left_margin + right_) / 2, bottom_ + 42, svg_escaped(chart_.x_label));
        const double middle = (top_ + bottom_) / 2;
        put("<text transform=\"translate(18 {:.1f}) rotate(-90)\" "
            "text-anchor=\"middle\">{}</text>\n",
            middle, svg_escaped(chart_.y_label));
    }

    // In rows as wide as the plot, which begins below them.
    void lay_out_legend() {
        double x = left_margin;
        double y = 49;
        const auto entry = [&](const std::string& name, std::string look) {
            if (name.empty()) return;
            // Bytes that continue a character take no room. The width of a letter is a guess: there
            // is no font to ask.
            const auto letters = std::ranges::count_if(
                name, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
            const double width = 28 + 7.2 * static_cast<double>(letters);
            if (x > left_margin && x + width > right_) {
                x = left_margin;
                y += legend_row;
            }
            legend_.push_back({name, std::move(look), x, y});
            x += width + 20;
        };
        for (std::size_t i = 0; i < chart_.series.size(); ++i)
            entry(chart_.series[i].name,
                  fmt::format("stroke=\"{}\" stroke-width=\"2.5\" opacity=\"1\"{}", color_of(i),
                              dashes_of(i)));
        for (const ChartBand& band : chart_.bands)
            entry(band.name, fmt::format("stroke=\"{}\" stroke-width=\"12\" opacity=\"0.18\"",
                                         color_of(band.series)));
        // However many names there are, something of the plot is left.
        top_ = std::min(top_margin + (y - 49), (top_margin + bottom_) / 2);
    }

    void legend() {
        for (const LegendEntry& one : legend_) {
            put("<path d=\"M{:.1f} {}h22\" {}/>\n", one.x, one.y, one.look);
            put("<text x=\"{:.1f}\" y=\"{}\">{}</text>\n", one.x + 28, one.y + 4.5,
                svg_escaped(one.name));
        }
    }

    void draw_band(const ChartBand& band) {
        // One slice per pixel is all that can be seen; of those in between the widest counts.
        std::vector<ChartBand::Slice> slices;
        for (const ChartBand::Slice& slice : band.slices) {
            if (!std::isfinite(slice.x) || std::isnan(slice.low) || std::isnan(slice.high))
                continue;
            if (!slices.empty() && place_x(slice.x) - place_x(slices.back().x) < 0.5) {
                slices.back().low = std::min(slices.back().low, slice.low);
                slices.back().high = std::max(slices.back().high, slice.high);
            } else {
                slices.push_back(slice);
            }
        }
        if (slices.size() < 2) return;
        put("<path d=\"");
        char command = 'M';
        for (const ChartBand::Slice& slice : slices) {
            put("{}{:.1f} {:.1f}", command, place_x(slice.x), place_y(slice.high));
            command = 'L';
        }
        for (auto slice = slices.rbegin(); slice != slices.rend(); ++slice)
            put("L{:.1f} {:.1f}", place_x(slice->x), place_y(slice->low));
        put("Z\" fill=\"{}\" opacity=\"0.18\"/>\n", color_of(band.series));
    }

    void draw_level(const ChartLevel& level) {
        if (!std::isfinite(level.y)) return;
        const double y = place_y(level.y);
        put("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"#777\" stroke-dasharray=\"6 4\"/>\n",
            left_margin, y, right_);
        if (level.name.empty()) return;
        // At the left, where a curve that ends at the level is not yet; above the line unless that
        // is outside.
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"#808080\">{}</text>\n", left_margin + 6,
            y - 6 < top_ + 12 ? y + 16 : y - 6, svg_escaped(level.name));
    }

    std::vector<ChartPoint> thinned(const std::vector<ChartPoint>& points) const {
        if (points.size() < 2000) return points;
        // A pixel column keeps its first, lowest, highest and last point, in their order.
        std::vector<ChartPoint> kept;
        for (std::size_t start = 0; start < points.size();) {
            if (!std::isfinite(points[start].x) || !std::isfinite(points[start].y)) {
                kept.push_back(points[start++]);
                continue;
            }
            const double column = std::floor(place_x(points[start].x));
            std::size_t end = start;
            std::size_t lowest = start;
            std::size_t highest = start;
            while (end < points.size() && std::isfinite(points[end].y) &&
                   std::floor(place_x(points[end].x)) == column) {
                if (points[end].y < points[lowest].y) lowest = end;
                if (points[end].y > points[highest].y) highest = end;
                ++end;
            }
            std::array<std::size_t, 4> chosen = {start, std::min(lowest, highest),
                                                 std::max(lowest, highest), end - 1};
            for (std::size_t i = 0; i < chosen.size(); ++i)
                if (i == 0 || chosen[i] != chosen[i - 1]) kept.push_back(points[chosen[i]]);
            start = end;
        }
        return kept;
    }

    void draw_series(std::size_t index) {
        std::string path;
        bool pen_down = false;
        for (const ChartPoint& point : thinned(chart_.series[index].points)) {
            if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
                pen_down = false;
                continue;
            }
            fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", pen_down ? 'L' : 'M',
                           place_x(point.x), place_y(point.y));
            pen_down = true;
        }
        if (path.empty()) return;
        // The round cap makes a single point visible.
        put("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
            "stroke-linejoin=\"round\" "
            "stroke-linecap=\"round\"{}/>\n",
            path, color_of(index), dashes_of(index));
    }

    const Chart chart_;
    Range x_;
    Range y_;
    double right_ = 0;
    double bottom_ = 0;
    double top_ = top_margin;
    std::vector<LegendEntry> legend_;
};

}  // namespace

std::vector<double> nice_ticks(double low, double high, int wanted) {
    std::vector<double> ticks;
    const double span = high - low;
    if (!(span > 0) || !std::isfinite(span) || wanted < 1) return ticks;
    const double rough = span / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (double factor : {5.0, 2.0, 1.0})
        if (factor * power >= rough * (1 - 1e-9)) step = factor * power;
    // Multiples of the step, not sums of it: no rounding creeps in. The slack keeps an end that is
    // a multiple itself.
    const double first = std::ceil(low / step - 1e-9);
    const double last = std::floor(high / step + 1e-9);
    if (!(last - first < 1000)) return ticks;  // a span too small for the size of its ends
    for (double i = first; i <= last; ++i) ticks.push_back(i * step);
    return ticks;
}

namespace {

// Values of logarithmic axes as their logarithms.
Chart with_logarithms(Chart chart) {
    const auto change = [](bool wanted, double& value) {
        if (wanted)
            value = value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
    };
    for (ChartSeries& series : chart.series)
        for (ChartPoint& point : series.points) {
            change(chart.log_x, point.x);
            change(chart.log_y, point.y);
        }
    for (ChartBand& band : chart.bands)
        for (ChartBand::Slice& slice : band.slices) {
            change(chart.log_x, slice.x);
            change(chart.log_y, slice.low);
            change(chart.log_y, slice.high);
        }
    for (ChartLevel& level : chart.levels) change(chart.log_y, level.y);
    if (chart.y_low < chart.y_high) {
        change(chart.log_y, chart.y_low);
        change(chart.log_y, chart.y_high);
    }
    return chart;
}

}  // namespace

std::string svg_of(const Chart& chart) { return Drawing(with_logarithms(chart)).draw(); }

namespace {

constexpr double least_left_margin = 150;  // for the names
constexpr double bar_right_margin = 90;    // for the values
constexpr double bar_header = 66;
constexpr double panel_title = 34;
constexpr double bar_height = 18;
constexpr double bar_step = 25;
constexpr double bar_footer = 16;

class BarDrawing : private Picture {
  public:
    explicit BarDrawing(const BarChart& chart) : chart_(chart), width_(std::max(chart.width, 400)) {
        constexpr double letter = 7.5;
        std::size_t longest = 0;
        for (const BarPanel& panel : chart.panels)
            for (const Bar& bar : panel.bars) longest = std::max(longest, bar.name.size());
        left_ = std::clamp(letter * static_cast<double>(longest) + 16, least_left_margin,
                           width_ * 0.45);
    }

    std::string draw() {
        open();
        double y = bar_header;
        for (const BarPanel& panel : chart_.panels) y = draw_panel(panel, y);
        put("</svg>\n");
        return std::move(text_);
    }

  private:
    void open() {
        double height = bar_header + bar_footer;
        for (const BarPanel& panel : chart_.panels)
            height += panel_title + bar_step * static_cast<double>(panel.bars.size());
        Picture::open(width_, height, chart_.title, "16", "ink", "#d8dee9");
        if (chart_.mark_name.empty()) return;
        draw_mark(20, 40);
        put("<text x=\"30\" y=\"53.5\">{}</text>\n", svg_escaped(chart_.mark_name));
    }

    // Returns where the next begins.
    double draw_panel(const BarPanel& panel, double y) {
        double least = 0, most = 0;
        for (const Bar& bar : panel.bars) {
            for (const double value : {bar.value, bar.low, bar.high, bar.mark}) {
                if (!std::isfinite(value)) continue;
                least = std::min(least, value);
                most = std::max(most, value);
            }
        }
        scale_ = most > least ? (width_ - left_ - bar_right_margin) / (most - least) : 0;
        zero_ = left_ - scale_ * least;
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"bold\">{}</text>\n", left_,
            y + panel_title - 12, svg_escaped(panel.title));
        y += panel_title;
        const double top = y;
        for (const Bar& bar : panel.bars) {
            draw_bar(bar, y, panel);
            y += bar_step;
        }
        if (least < 0)  // otherwise one sees where the bars begin
            put("<path class=\"ink\" d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"#333\"/>\n", zero_, top,
                y - bar_step + bar_height);
        return y;
    }

    void draw_bar(const Bar& bar, double y, const BarPanel& panel) {
        const double middle = y + bar_height / 2;
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left_ - 8,
            middle + 4.5, svg_escaped(bar.name));
        if (!std::isnan(bar.value)) {
            put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
                "fill=\"#0072B2\"/>\n",
                std::min(zero_, place(bar.value)), y, std::abs(place(bar.value) - zero_),
                bar_height);
            // The values have a column of their own: beside a mark they would be taken for its
            // value.
            put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", width_ - 24.0,
                middle + 4.5,
                panel.signs ? fmt::format("{:+.{}f}", bar.value, panel.decimals)
                            : fmt::format("{:.{}f}", bar.value, panel.decimals));
        }
        if (!std::isnan(bar.low) && !std::isnan(bar.high))
            put("<path class=\"ink\" d=\"M{0:.1f} {1:.1f}V{2:.1f}M{0:.1f} {3:.1f}H{4:.1f}M{4:.1f} "
                "{1:.1f}V{2:.1f}\" "
                "stroke=\"#333\"/>\n",
                place(bar.low), middle - 3, middle + 3, middle, place(bar.high));
        if (!std::isnan(bar.mark)) draw_mark(place(bar.mark), y);
    }

    void draw_mark(double x, double y) {
        put("<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"#D55E00\" stroke-width=\"3\"/>\n", x, y,
            bar_height);
    }
    [[nodiscard]] double place(double value) const {
        const double right = width_ - bar_right_margin;
        if (std::isinf(value)) return value < 0 ? left_ : right;
        return zero_ + scale_ * value;
    }

    const BarChart& chart_;
    const int width_;
    double left_;  // where the names end
    double scale_ = 0;
    double zero_ = 0;
};

}  // namespace

std::string svg_of(const BarChart& chart) { return BarDrawing(chart).draw(); }

}  // namespace rookery::arena
