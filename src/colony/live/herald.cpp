#include "colony/live/herald.h"

#include <utility>

namespace rookery::colony {

void Herald::set_help(HelpedSearch* help) {
    if (help_ != nullptr) help_->set_report_handler({});
    help_ = help;
    if (help_ != nullptr) help_->set_report_handler([this] { look_at_others(); });
}

void Herald::on_line(const LineReport& report) {
    tell_news();
    LineReport told = report;
    own_nodes_ = report.nodes;
    if (help_ != nullptr) {
        help_->note_depth(report.depth);
        told.nodes += help_->nodes_of_others();
    }
    if (auto voice = voice_of(report)) {
        own_ = std::move(*voice);
        // Who is told a deeper line need not hear how we follow.
        if (&believed(own_) != &own_) return;
        told_ = own_;
    }
    listener_.on_line(told);
}

void Herald::on_current_move(int depth, Move move, int number) {
    tell_news();
    listener_.on_current_move(depth, move, number);
}

void Herald::tell_news() {
    for (const std::string& one : news_()) listener_.on_notice(one);
}

void Herald::look_at_others() {
    if (own_.depth > 0) (void)believed(own_);
}

const Voice& Herald::believed(const Voice& own) {
    auto better = help_ == nullptr ? std::nullopt : help_->better_than(own);
    if (!better) {
        better_ = {};
        return own;
    }
    const bool is_new = better->depth != better_.depth || better->line != better_.line || better->score != better_.score;
    better_ = std::move(*better);
    if (is_new) tell(better_);
    return better_;
}

void Herald::tell(const Voice& voice) {
    LineReport report;
    report.depth = report.selective_depth = voice.depth;
    report.score = voice.score;
    report.nodes = own_nodes_ + (help_ == nullptr ? 0 : help_->nodes_of_others());
    report.elapsed =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began_);
    report.moves = voice.line;
    told_ = voice;
    listener_.on_line(report);
}

void Herald::conclude(const Voice& voice) {
    if (told_.line != voice.line || told_.score != voice.score) tell(voice);
}

}  // namespace rookery::colony
