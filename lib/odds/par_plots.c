/* par_plots.c -- plots as SVG, drawn from the same answers as the tables.
 *
 * Lengths are those of a picture 720 wide; the page stretches it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "par_page.h"

enum { WIDE = 720, LEFT = 64, RIGHT = 704 };

static void open_plot(page *p, int high, const char *title) {
    par_raw(p, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDE, high);
    par_text(p, title);
    par_raw(p, "\">");
}

static void close_plot(page *p) {
    par_raw(p, "</svg>\n");
}

static void label(page *p, double x, double y, const char *anchor, const char *text) {
    par_raw(p, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    par_text(p, text);
    par_raw(p, "</text>");
}

static void rule(page *p, double x1, double y1, double x2, double y2, const char *colour) {
    par_raw(p, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\" fill=\"none\"/>", x1, y1, x2, y2,
            colour);
}

/* A round step of an axis with three to eight parts. */
static double round_step(double span) {
    double step = pow(10, floor(log10(span)) - 1);
    if (span / step > 40) return 10 * step;
    if (span / step > 20) return 5 * step;
    return span / step > 8 ? 2 * step : step;
}

/* ---- Outcomes ------------------------------------------------------------------------ */
/* Bars in their order; with many results the rare ones at the end share the width. */
void plot_outcomes(page *p, const trey_odds *odds) {
    enum { TOP = 14, BOTTOM = 214, MOST = 60 };
    size_t count;
    const trey_odds_outcome *outcome = trey_odds_outcomes(odds, &count);
    double most = 0;
    size_t bars = count < MOST ? count : MOST;
    for (size_t i = 0; i < count; i++) {
        double chance = trey_odds_probability(outcome[i].chance, outcome[i].estimate);
        if (chance > most) most = chance;
    }
    open_plot(p, 262, "Chance of each net result of a round");
    double part = round_step(most);
    most = part * ceil(most / part);
    for (int line = 0; line <= (int)lround(most / part); line++) {
        double at = part * line;
        double y = BOTTOM - (BOTTOM - TOP) * at / most;
        char text[32];
        snprintf(text, sizeof text, "%.4g%%", 100 * at);
        rule(p, LEFT, y, RIGHT, y, "#e4e8ec");
        label(p, LEFT - 6, y + 4, "end", text);
    }
    double step = (double)(RIGHT - LEFT) / (double)bars;
    size_t every = bars > 24 ? (bars + 23) / 24 : 1;
    for (size_t i = 0; i < bars; i++) {
        double chance = trey_odds_probability(outcome[i].chance, outcome[i].estimate),
               x = LEFT + step * (double)i;
        double high = (BOTTOM - TOP) * chance / most;
        par_raw(p, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                x + step * 0.12, BOTTOM - high, step * 0.76, high > 0.6 ? high : 0.6,
                outcome[i].net < 0    ? "#b9503f"
                : outcome[i].net == 0 ? "#8a939d"
                                      : "#0f6b4b");
        if (i % every) continue;
        char money[TREY_CENTS_TEXT_MAX];
        trey_cents_print(outcome[i].net, money);
        par_raw(p,
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"end\" transform=\"rotate(-40 %.1f %d)\">",
                x + step / 2 + 4, BOTTOM + 14, x + step / 2 + 4, BOTTOM + 14);
        par_text(p, money);
        par_raw(p, "</text>");
    }
    close_plot(p);
    if (count > bars)
        par_raw(p, "<p class=\"faint\">The %zu largest results are too rare to be drawn.</p>\n",
                count - bars);
}

static const char *const rank_name[TREY_RANKS] = {"2", "3",  "4", "5", "6", "7", "8",
                                                  "9", "10", "J", "Q", "K", "A"};

/* ---- Strategy -------------------------------------------------------------------------- */
/* How much of each order is played against an up card of this rank (or any). */
typedef struct order_share {
    unsigned played, all;
    trey_hand example;
} order_share;

static unsigned count_orders(const trey_rulebook *book, const trey_strategy *strategy, int rank,
                             order_share share[TREY_STRENGTHS]) {
    unsigned highest = 0;
    memset(share, 0, TREY_STRENGTHS * sizeof *share);
    for (unsigned i = 0; i < TREY_HANDS; i++) {
        trey_hand hand = trey_hand_at(i);
        unsigned order = trey_rulebook_order(book, trey_hand_rank(hand));
        trey_cardset own = trey_hand_set(hand);
        if (order > highest) highest = order;
        share[order].example = hand;
        for (unsigned suit = 0; rank >= 0 && suit < TREY_SUITS; suit++) {
            trey_card up = trey_card_of((unsigned)rank, (trey_suit)suit);
            if (trey_cardset_has(own, up)) continue;
            share[order].all++;
            share[order].played += trey_strategy_plays(strategy, hand, up);
        }
        if (rank >= 0) continue;
        share[order].all++;
        share[order].played += trey_strategy_plays(strategy, hand, TREY_NO_CARD);
    }
    return highest + 1;
}

/* One row: runs of orders that are met alike become one rectangle. */
static void draw_row(page *p, const order_share *share, unsigned orders, double y, double high) {
    double step = (double)(RIGHT - LEFT) / orders;
    for (unsigned from = 0; from < orders;) {
        unsigned to = from + 1;
        double part = share[from].all ? (double)share[from].played / share[from].all : -1;
        while (to < orders &&
               part == (share[to].all ? (double)share[to].played / share[to].all : -1))
            to++;
        const char *colour = part < 0    ? "#fff"
                             : part <= 0 ? "#c9cfd6"
                             : part >= 1 ? "#0f6b4b"
                                         : "#d9a441";
        par_raw(p, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" fill=\"%s\"/>",
                LEFT + step * from, y, step * (to - from), high, colour);
        from = to;
    }
}

/* Where each kind of hand begins, under the rows. */
static void draw_kinds(page *p, const trey_rulebook *book, const order_share *share,
                       unsigned orders, double top, double bottom) {
    static const char *const names[] = {"high card", "pair", "flush", "straight"};
    double step = (double)(RIGHT - LEFT) / orders;
    unsigned last = TREY_CATEGORIES;
    int last_rank = -1;
    for (unsigned order = 0; order < orders; order++) {
        if (share[order].all == 0) continue;
        unsigned kind = trey_rulebook_category(book, trey_hand_rank(share[order].example));
        double x = LEFT + step * order;
        if (kind != last) {
            rule(p, x, top, x, bottom + 6, "#1b1f24");
            bool room = kind < 4; /* the rarest are too narrow for a name */
            if (room && kind < TREY_CATEGORIES) label(p, x + 2, bottom + 30, "start", names[kind]);
            last = kind;
        }
        if (kind > 0) continue;
        trey_hand hand = share[order].example;
        int highest = 0;
        for (unsigned i = 0; i < 3; i++) {
            int rank = (int)trey_card_rank(hand.card[i]);
            if (rank > highest) highest = rank;
        }
        if (highest == last_rank) continue;
        last_rank = highest;
        rule(p, x, bottom, x, bottom + 4, "#5c6570");
        if (highest >= TREY_RANK_10 - 2) label(p, x + 1, bottom + 15, "start", rank_name[highest]);
    }
}

static void draw_key(page *p, int x, double bottom, const char *colour, const char *means) {
    par_raw(p, "<rect x=\"%d\" y=\"%.1f\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, bottom + 42,
            colour);
    label(p, x + 18, bottom + 52, "start", means);
}

void plot_strategy(page *p, const trey_rulebook *book, const trey_strategy *strategy) {
    static order_share share[TREY_STRENGTHS];
    bool up = strategy->sees_up_card;
    int rows = up ? TREY_RANKS : 1;
    double high = up ? 16 : 40, top = 8, bottom = top + high * rows;
    open_plot(p, (int)bottom + 62, "Which hands are played");
    unsigned orders = 0;
    for (int row = 0; row < rows; row++) {
        int rank = up ? TREY_RANKS - 1 - row : -1;
        orders = count_orders(book, strategy, rank, share);
        draw_row(p, share, orders, top + high * row, high - (up ? 1 : 0));
        if (up) label(p, LEFT - 8, top + high * row + 12, "end", rank_name[rank]);
    }
    draw_kinds(p, book, share, orders, bottom, bottom);
    draw_key(p, LEFT, bottom, "#0f6b4b", "played");
    draw_key(p, LEFT + 80, bottom, "#c9cfd6", "folded");
    draw_key(p, LEFT + 160, bottom, "#d9a441", "some of such hands");
    close_plot(p);
}

/* ---- Lines ------------------------------------------------------------------------------- */
void plot_meter(page *p, const trey_odds *odds) {
    enum { TOP = 12, BOTTOM = 200 };
    const trey_odds_jackpot *jackpot = trey_odds_jackpot_of(odds);
    const trey_odds_query *query = trey_odds_asked(odds);
    trey_cents stake = query->stake[TREY_WAGER_PROGRESSIVE] ? query->stake[TREY_WAGER_PROGRESSIVE]
                                                            : query->listed[TREY_WAGER_PROGRESSIVE];
    double even = trey_fraction_double(jackpot->break_even), meter = (double)query->meter;
    double most = 1.25 * (even > meter ? even : meter);
    double slope = trey_fraction_double(jackpot->slope) / (double)stake;
    double now = trey_fraction_double(jackpot->value) / (double)stake - 1;
    double at_zero = now - slope * meter, at_most = at_zero + slope * most;
    double low = -at_most < 0 ? -at_most : 0, high = -at_zero;
    double span = high - low > 0 ? high - low : 1;
    open_plot(p, 244, "House edge of the jackpot bet against the meter");
    for (int tick = 0; tick * round_step(most) <= most; tick++) {
        double v = tick * round_step(most);
        char money[TREY_CENTS_TEXT_MAX];
        double x = LEFT + (RIGHT - LEFT) * v / most;
        rule(p, x, BOTTOM, x, BOTTOM + 4, "#5c6570");
        label(p, x > RIGHT - 30 ? RIGHT + 12 : x, BOTTOM + 17, x > RIGHT - 30 ? "end" : "middle",
              trey_cents_print((trey_cents)v / 100 * 100, money));
    }
    for (int tick = 0; tick * round_step(span) <= high; tick++) {
        double v = tick * round_step(span);
        char text[32];
        double y = BOTTOM - (BOTTOM - TOP) * (v - low) / span;
        snprintf(text, sizeof text, "%.0f%%", 100 * v);
        rule(p, LEFT, y, RIGHT, y, tick == 0 ? "#5c6570" : "#e4e8ec");
        label(p, LEFT - 6, y + 4, "end", text);
    }
    double y1 = BOTTOM - (BOTTOM - TOP) * (-at_zero - low) / span;
    double y2 = BOTTOM - (BOTTOM - TOP) * (-at_most - low) / span;
    par_raw(p, "<path d=\"M%d %.1fL%d %.1f\" stroke=\"#0f6b4b\" stroke-width=\"2.5\"/>", LEFT, y1,
            RIGHT, y2);
    double x = LEFT + (RIGHT - LEFT) * meter / most;
    double y = BOTTOM - (BOTTOM - TOP) * (-now - low) / span;
    par_raw(p, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"#b9503f\"/>", x, y);
    label(p, x + 8, y - 6, "start", "meter of this page");
    double zero = BOTTOM - (BOTTOM - TOP) * (0 - low) / span;
    par_raw(p, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"#1b1f24\"/>",
            LEFT + (RIGHT - LEFT) * even / most, zero);
    label(p, LEFT + (RIGHT - LEFT) * even / most - 10, zero + 15, "end", "the bet costs nothing");
    label(p, (LEFT + RIGHT) / 2.0, 236, "middle", "meter");
    close_plot(p);
}

/* ---- Readings ------------------------------------------------------------------------------ */
void plot_readings(page *p, const reading_bar *bars, unsigned count) {
    enum { NAMES = 130, ROW = 20 };
    double low = 0, high = 0;
    for (unsigned i = 0; i < count; i++) {
        if (bars[i].edge < low) low = bars[i].edge;
        if (bars[i].edge > high) high = bars[i].edge;
    }
    double span = high - low > 0 ? high - low : 1, scale = (RIGHT - 70 - NAMES) / span;
    double zero = NAMES + (0 - low) * scale;
    open_plot(p, (int)(count * ROW + 12), "House edge under each interpretation");
    for (unsigned i = 0; i < count; i++) {
        double y = 6 + ROW * i, at = NAMES + (bars[i].edge - low) * scale;
        char text[32];
        par_raw(p, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                at < zero ? at : zero, y, fabs(at - zero) < 1 ? 1 : fabs(at - zero), ROW - 6,
                bars[i].edge < 0   ? "#b9503f"
                : bars[i].in_force ? "#0f6b4b"
                                   : "#8fbfae");
        label(p, NAMES - 8, y + 11, "end", bars[i].name);
        snprintf(text, sizeof text, "%.4f%%", 100 * bars[i].edge);
        label(p, (at > zero ? at : zero) + 6, y + 11, "start", text);
    }
    rule(p, zero, 2, zero, count * ROW + 4, "#1b1f24");
    close_plot(p);
}

/* ---- Volatility ------------------------------------------------------------------------------ */
/* Rounds on a logarithmic axis; nine times of ten the hold lies between the curves. */
void plot_volatility(page *p, const trey_odds *odds) {
    enum { TOP = 12, BOTTOM = 200, POINTS = 80 };
    static const double within = 1.6448536;
    const trey_odds_round *round = trey_odds_whole(odds);
    double ante = (double)trey_odds_asked(odds)->stake[TREY_WAGER_ANTE];
    double edge = round->house_edge, sd = round->sd / ante, most = within * sd / sqrt(1000);
    double scale = (BOTTOM - TOP) / (2 * most);
    open_plot(p, 244, "House win in per cent of the Ante after so many rounds");
    char area[POINTS * 2 * 20] = "";
    size_t used = 0;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < POINTS; i++) {
            int at = side ? POINTS - 1 - i : i;
            double tenth = 3 + 4.0 * at / (POINTS - 1), rounds = pow(10, tenth);
            double off = within * sd / sqrt(rounds);
            double x = LEFT + (RIGHT - LEFT) * (tenth - 3) / 4;
            double y = BOTTOM - ((side ? -off : off) + most) * scale;
            used += (size_t)snprintf(area + used, sizeof area - used, "%c%.1f %.1f",
                                     used ? 'L' : 'M', x, y);
        }
    }
    par_raw(p, "<path d=\"");
    par_text(p, area);
    par_raw(p, "Z\" fill=\"#d8ebe3\"/>");
    double middle = (TOP + BOTTOM) / 2.0;
    rule(p, LEFT, middle, RIGHT, middle, "#0f6b4b");
    for (int line = -2; line <= 2; line++) {
        char text[32];
        double y = middle - line * most / 2 * scale;
        snprintf(text, sizeof text, "%.1f%%", 100 * (edge + line * most / 2));
        label(p, LEFT - 6, y + 4, "end", text);
    }
    static const char *const rounds[] = {"1,000", "10,000", "100,000", "1 million", "10 million"};
    for (int i = 0; i < 5; i++) {
        double x = LEFT + (RIGHT - LEFT) * i / 4.0;
        rule(p, x, BOTTOM, x, BOTTOM + 4, "#5c6570");
        label(p, i == 4 ? x + 8 : x, BOTTOM + 17, i == 4 ? "end" : "middle", rounds[i]);
    }
    label(p, (LEFT + RIGHT) / 2.0, 236, "middle", "rounds");
    close_plot(p);
}
