// SPDX-License-Identifier: MIT
// Numbers the strips of a colouring from 0 on, without gaps, in a few look-ups.
//
// A strip is cut into pieces of five tiles. The strips that begin alike are consecutive: first come those whose next piece
// holds the colours of *mix* 0, and so on, and within a mix those with its first word. What a piece adds to the number thus
// depends on its word, which a table knows, and on which tiles the pieces before it have used up: another table.
#pragma once

#include <map>

#include "colouring.hpp"

namespace taquin::slides {

class StripIndex {
  public:
    explicit StripIndex(const Colouring& colouring) : total_(colouring.counts()), length_(colouring.shape.cells() - 1) {
        strips_ = arrangements(total_);
        colouring.bytes();  // throws when it is too large
        pieces_ = (length_ + kPiece - 1) / kPiece;
        last_length_ = length_ - kPiece * (pieces_ - 1);
        words_ = list_words(pieces_ > 1 ? kPiece : last_length_);
        if (pieces_ > 1 && last_length_ < kPiece) shorter_words_ = list_words(last_length_);
        last_words_ = shorter_words_.empty() ? words_.data() : shorter_words_.data();
        make_steps();
    }
    StripIndex(const StripIndex&) = delete;
    StripIndex& operator=(const StripIndex&) = delete;

    std::uint32_t strips() const { return static_cast<std::uint32_t>(strips_); }

    template <class Strip>
    TAQUIN_INLINE std::uint32_t number(const Strip& strip) const {
        std::uint32_t number = 0, row = 0;
        int first = 0;
        for (int piece = 1; piece < pieces_; ++piece, first += kPieceBits) {
            const Word word = words_[static_cast<std::size_t>(strip.get(first, kPieceBits))];
            const Step& step = steps_[row + word.mix];
            number += step.offset + word.rank * step.completions;
            row = step.next;
        }
        return number + last_words_[static_cast<std::size_t>(strip.get(first, kColourBits * last_length_))].rank;
    }

    // --- All strips, in the order of their numbers, in parts that threads may share out ---

    std::size_t parts() const { return pieces_ > 1 ? first_words_.size() : 1; }

    // Calls `see(first number, strips)` for runs of strips that differ in their last piece only: `strips(at)` is one of them, and
    // its number is `first + at`.
    template <class Strip, class See>
    void for_each_run(std::size_t part, See&& see) const {
        if (pieces_ == 1) {
            visit(0, Strip{}, 0, 0, see);
            return;
        }
        const auto [bits, number] = first_words_[part];
        Strip strip;
        strip.flip(0, bits);
        visit(1, strip, number, steps_[words_[bits].mix].next, see);
    }

  private:
    static constexpr int kPiece = 5;
    static constexpr int kPieceBits = kPiece * kColourBits;

    struct Word {
        std::uint16_t mix = 0;   // which colours, and how many of each
        std::uint16_t rank = 0;  // among the words of its mix
    };
    struct Step {
        std::uint32_t offset = 0;       // strips that begin alike and go on with an earlier mix
        std::uint32_t completions = 0;  // strips with the same word here
        std::uint32_t next = 0;         // where the steps of the next piece begin, after this mix
    };
    struct FirstWord {
        std::uint32_t bits, number;
    };

    // The words of a piece that have not more tiles of a colour than there are; others stay unused.
    std::vector<Word> list_words(int length) {
        std::vector<Word> words(std::size_t{1} << (kColourBits * length));
        for (std::uint32_t bits = 0; bits < words.size(); ++bits) {
            Counts counts{};
            for (int at = 0; at < length; ++at) ++counts[(bits >> (kColourBits * at)) % kMostColours];
            if (!fits(counts, Counts{})) continue;
            const auto [found, fresh] = mix_of_.emplace(counts, static_cast<std::uint16_t>(mixes_.size()));
            if (fresh) {
                mixes_.push_back(counts);
                words_of_mix_.emplace_back();
            }
            words[bits] = {found->second, static_cast<std::uint16_t>(words_of_mix_[found->second].size())};
            words_of_mix_[found->second].push_back(bits);
        }
        return words;
    }

    // The steps of every piece but the last, for every way to use up tiles before it. The last has its mix from what is left.
    void make_steps() {
        std::map<Counts, std::uint32_t> rows{{Counts{}, 0}};  // of the running piece: where the steps of a usage begin
        std::uint32_t begin = 0;
        for (int piece = 1; piece < pieces_; ++piece) {
            const auto end = static_cast<std::uint32_t>(begin + rows.size() * mixes_.size());
            steps_.resize(end);
            std::map<Counts, std::uint32_t> next_rows;
            for (const auto& [used, row] : rows) add_row(used, row, piece, end, next_rows);
            rows = std::move(next_rows);
            begin = end;
        }
        last_rows_ = begin;
        last_mixes_.resize(rows.size());
        for (const auto& [used, row] : rows) last_mixes_[row - begin] = mix_of_.at(left_after(used));
        for (std::uint32_t bits = 0; pieces_ > 1 && bits < words_.size(); ++bits) {
            const Word word = words_[bits];
            if (words_of_mix_[word.mix].empty() || words_of_mix_[word.mix][word.rank] != bits) continue;  // not used
            first_words_.push_back({bits, steps_[word.mix].offset + word.rank * steps_[word.mix].completions});
        }
    }

    void add_row(const Counts& used, std::uint32_t row, int piece, std::uint32_t end, std::map<Counts, std::uint32_t>& next_rows) {
        std::uint32_t offset = 0;
        for (std::size_t mix = 0; mix < mixes_.size(); ++mix) {
            if (length_of(mixes_[mix]) != kPiece || !fits(mixes_[mix], used)) continue;
            Counts after = used;
            for (std::size_t colour = 0; colour < kMostColours; ++colour)
                after[colour] = static_cast<std::uint8_t>(after[colour] + mixes_[mix][colour]);
            const auto fresh = static_cast<std::uint32_t>(end + next_rows.size() * (piece + 1 < pieces_ ? mixes_.size() : 1));
            const std::uint32_t next = next_rows.emplace(after, fresh).first->second;
            const auto completions = static_cast<std::uint32_t>(arrangements(left_after(after)));
            steps_[row + mix] = {offset, completions, next};
            offset += completions * static_cast<std::uint32_t>(words_of_mix_[mix].size());
        }
    }

    static int length_of(const Counts& counts) {
        int length = 0;
        for (const std::uint8_t count : counts) length += count;
        return length;
    }
    Counts left_after(const Counts& used) const {
        Counts left = total_;
        for (std::size_t colour = 0; colour < kMostColours; ++colour) left[colour] = static_cast<std::uint8_t>(left[colour] - used[colour]);
        return left;
    }
    bool fits(const Counts& counts, const Counts& used) const {
        for (std::size_t colour = 0; colour < kMostColours; ++colour)
            if (counts[colour] + used[colour] > total_[colour]) return false;
        return true;
    }

    template <class Strip, class See>
    void visit(int piece, const Strip& strip, std::uint32_t number, std::uint32_t row, See& see) const {
        const int first = piece * kPieceBits;
        if (piece == pieces_ - 1) {
            const std::vector<std::uint32_t>& words = words_of_mix_[last_mixes_[row - last_rows_]];
            see(number, words.size(), [&](std::size_t at) {
                Strip whole = strip;
                whole.flip(first, words[at]);
                return whole;
            });
            return;
        }
        for (std::size_t mix = 0; mix < mixes_.size(); ++mix) {
            const Step& step = steps_[row + mix];
            if (step.completions == 0) continue;
            std::uint32_t at = number + step.offset;
            for (const std::uint32_t word : words_of_mix_[mix]) {
                Strip longer = strip;
                longer.flip(first, word);
                visit(piece + 1, longer, at, step.next, see);
                at += step.completions;
            }
        }
    }

    Counts total_;
    int length_;
    int pieces_ = 0;
    int last_length_ = 0;
    std::uint64_t strips_ = 0;
    std::map<Counts, std::uint16_t> mix_of_;
    std::vector<Counts> mixes_;
    std::vector<std::vector<std::uint32_t>> words_of_mix_;
    std::vector<Word> words_, shorter_words_;
    const Word* last_words_ = nullptr;  // one of these
    std::vector<Step> steps_;
    std::uint32_t last_rows_ = 0;            // where the rows of the last piece begin, which has no steps
    std::vector<std::uint16_t> last_mixes_;  // but the one mix that is left, per row
    std::vector<FirstWord> first_words_;
};

}  // namespace taquin::slides
