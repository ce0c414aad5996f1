#include "arena/statistics/bar_chart.h"

#include "arena/statistics/svg_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rookery::arena {
namespace {

constexpr double least_left_margin = 150;  // for the names
constexpr double right_margin = 90;        // for the values
constexpr double header = 66;
constexpr double panel_title = 34;
constexpr double bar_height = 18;
constexpr double bar_step = 25;
constexpr double footer = 16;

class BarDrawing {
  public:
    explicit BarDrawing(const BarChart& chart) : chart_(chart), width_(std::max(chart.width, 400)) {
        constexpr double letter = 7.5;
        std::size_t longest = 0;
        for (const BarPanel& panel : chart.panels)
            for (const Bar& bar : panel.bars) longest = std::max(longest, bar.name.size());
        left_ = std::clamp(letter * static_cast<double>(longest) + 16, least_left_margin, width_ * 0.45);
    }

    std::string draw() {
        open();
        double y = header;
        for (const BarPanel& panel : chart_.panels) y = draw_panel(panel, y);
        put("</svg>\n");
        return std::move(text_);
    }

  private:
    template <class... Parts>
    void put(fmt::format_string<Parts...> format, Parts&&... parts) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Parts>(parts)...);
    }

    void open() {
        double height = header + footer;
        for (const BarPanel& panel : chart_.panels)
            height += panel_title + bar_step * static_cast<double>(panel.bars.size());
        put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} {1:.0f}\" "
            "role=\"img\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n",
            width_, height);
        put("<title>{}</title>\n", svg_escaped(chart_.title));
        // Whoever reads white on black gets the same, the other way round.
        put("<style>@media (prefers-color-scheme: dark) {{ svg {{ fill: #d8dee9 }} .paper {{ fill: #1e2127 }} "
            ".ink {{ stroke: #d8dee9 }} }}</style>\n");
        put("<rect class=\"paper\" width=\"{}\" height=\"{:.0f}\" fill=\"#fcfcfa\"/>\n", width_, height);
        put("<text x=\"16\" y=\"28\" font-size=\"18\" font-weight=\"bold\">{}</text>\n", svg_escaped(chart_.title));
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
        scale_ = most > least ? (width_ - left_ - right_margin) / (most - least) : 0;
        zero_ = left_ - scale_ * least;
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"bold\">{}</text>\n", left_, y + panel_title - 12,
            svg_escaped(panel.title));
        y += panel_title;
        const double top = y;
        for (const Bar& bar : panel.bars) {
            draw_bar(bar, y, panel);
            y += bar_step;
        }
        if (least < 0)  // otherwise one sees where the bars begin
            put("<path class=\"ink\" d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"#333\"/>\n", zero_, top, y - bar_step + bar_height);
        return y;
    }

    void draw_bar(const Bar& bar, double y, const BarPanel& panel) {
        const double middle = y + bar_height / 2;
        put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left_ - 8, middle + 4.5,
            svg_escaped(bar.name));
        if (!std::isnan(bar.value)) {
            put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#0072B2\"/>\n",
                std::min(zero_, place(bar.value)), y, std::abs(place(bar.value) - zero_), bar_height);
            // In a column of their own: beside a mark they would be taken for its value.
            put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", width_ - 24.0, middle + 4.5,
                panel.signs ? fmt::format("{:+.{}f}", bar.value, panel.decimals)
                            : fmt::format("{:.{}f}", bar.value, panel.decimals));
        }
        if (!std::isnan(bar.low) && !std::isnan(bar.high))
            put("<path class=\"ink\" d=\"M{0:.1f} {1:.1f}V{2:.1f}M{0:.1f} {3:.1f}H{4:.1f}M{4:.1f} {1:.1f}V{2:.1f}\" "
                "stroke=\"#333\"/>\n",
                place(bar.low), middle - 3, middle + 3, middle, place(bar.high));
        if (!std::isnan(bar.mark)) draw_mark(place(bar.mark), y);
    }

    void draw_mark(double x, double y) {
        put("<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"#D55E00\" stroke-width=\"3\"/>\n", x, y, bar_height);
    }
    [[nodiscard]] double place(double value) const {
        const double right = width_ - right_margin;
        if (std::isinf(value)) return value < 0 ? left_ : right;
        return zero_ + scale_ * value;
    }

    const BarChart& chart_;
    const int width_;
    double left_;  // where the names end
    double scale_ = 0;
    double zero_ = 0;
    std::string text_;
};

}  // namespace

std::string svg_of(const BarChart& chart) { return BarDrawing(chart).draw(); }

}  // namespace rookery::arena
