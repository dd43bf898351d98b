import type { Explanations } from './explanations.ts';

export const en: Explanations = {
  lines: {
    'gate.rule_inactive': 'The rule is not active ({status}), so the price does not change.',
    'gate.listing_inactive':
      'The ad is not on sale ({status}, stock {stock}), so the price does not change.',
    'gate.no_market_data':
      'Nothing is known of the market of this ad, so the price does not change.',
    'gate.stale_market':
      'The market data is {hours} h old, more than the limit of {limit} h, so the price does not change.',
    'gate.not_competing':
      'The marketplace keeps the ad out of the competition: {reason}. No price cures that.',
    'gate.kill_switch': 'The company has stopped all price changes.',
    'gate.in_promotion':
      'The ad is in a promotion, and the marketplace lets no price change until it ends.',
    'gate.price_automated':
      'The marketplace’s own price automation sets this price and lets nobody else change it. Turn it off there for the rule to take hold.',
    'rivals.counted': 'Offers seen: {offers}. Rivals that count: {rivals}.',
    'rivals.left_out_unavailable': 'Left out because not available: {names}.',
    'rivals.left_out_exception': 'Left out as an exception of the rule: {names}.',
    'rivals.left_out_other_condition': 'Left out because of another product condition: {names}.',
    'rivals.left_out_other_comparison': 'Left out because the product is not identical: {names}.',
    'rivals.left_out_other_marketplace': 'Left out because sold on another marketplace: {names}.',
    'control.regained':
      'The price was changed elsewhere, from {lastSet} to {present}. The rule takes control back.',
    'control.lost':
      'The price was changed elsewhere, from {lastSet} to {present}. The rule gives up control and is paused.',
    'base.lowest_price': 'The best rival is {seller}, at {comparable}.',
    'base.winner': 'The buybox is held by {seller}, at {comparable}.',
    'base.winner_is_no_rival':
      'Whoever holds the buybox is not a rival to beat. The best rival is {seller}, at {comparable}.',
    'target.undercut': '{by} below {base} makes {target}.',
    'target.undercut_safely': 'The safe margin asks for {by} below {base}: {target}.',
    'target.match': 'The same as the base: {target}.',
    'target.stay_above': '{by} above {base} makes {target}.',
    'target.wins_already':
      'The ad wins already at {present}; going down to {target} would only cost margin.',
    'shipping.own_shipping': 'Less your own shipping of {shipping}: {price} for the item.',
    'limits.above_maximum': 'Your maximum stopped it: {price} is above {maxPrice}.',
    'limits.raised_to_minimum': 'Your minimum held it: {price} is below {minPrice}.',
    'limits.below_minimum': 'Your minimum prevented the change: {price} is below {minPrice}.',
    'limits.present_outside':
      'The present price, {price}, lies outside your limits and goes to the nearer one.',
    'limits.not_above_zero': 'This would be {price}; a price has to be above zero.',
    'limits.inside': '{price} is inside your limits.',
    'limits.no_limits': 'The rule has no minimum and no maximum.',
    'limits.nobody_to_beat': 'There is no rival: the price goes to your maximum, {maxPrice}.',
    'guard.large_step':
      'From {from} to {to} is a step of {percent} %, and a rule may go {limit} % alone: this one waits for approval.',
    'guard.kept_back': 'A last check kept this price back, so it waits for approval.',
    'guard.large_day_move':
      'The ad was at {from} within the last 24 hours. From there to {to} is {percent} %, and a rule may go {limit} % a day alone: this one waits for approval.',
    'guard.cheaper_elsewhere':
      'The same product costs {price} with shipping on {marketplace}, less than here: Mercado Livre may hold the ad back for that.',
    'guard.waits_for_parity':
      'The company does not let that leave on its own: this price waits for approval.',
    'outcome.change': 'The price changes from {from} to {to}.',
    'outcome.waits_without_minimum':
      'The rule has no minimum, so no price changes on its own: this one waits for approval.',
    'outcome.keep_already_there': 'The price is {price} already.',
    'outcome.keep_winning': 'The ad wins already; the price stays at {price}.',
    'outcome.keep_below_minimum': 'The price stays at {price}.',
    'outcome.keep_no_competitor':
      'There is no rival and the rule has no maximum; the price stays at {price}.',
    'gate.no_cost':
      "The minimum follows from the ad's cost, and its cost or fee is not known, so the price does not change.",
    'gate.fee_awaited':
      'The marketplace is being asked for its fee at your minimum, so the price waits.',
    'gate.minimum_unreachable':
      'No price up to the maximum leaves the {percent} % that the minimum asks for, so the price does not change.',
    'target.price_to_win': 'The marketplace says that {target} wins.',
    'target.known_to_win': '{present} does not win, and {target} is known to win: back to it.',
    'target.step_down':
      '{present} is the lowest price already and does not win: {by} less makes {target}.',
    'target.at_ceiling':
      'The ad wins at {present}, and nothing higher is expected to win: the ceiling is {ceiling}.',
    'target.climb_to_told':
      'The ad wins at {present}, and the marketplace says that {ceiling} would: half of the way makes {target}.',
    'target.climb_below_lost':
      'The ad wins at {present}; the lowest price known to lose is just above {ceiling}: half of the way there makes {target}.',
    'target.climb_below_best':
      'The ad wins at {present}, and the best rival leaves room up to {ceiling}: half of the way makes {target}.',
    'target.acos_raise':
      'ACOS is {figure} %, above the limit of {figureLimit} %: {by} more makes {target}.',
    'target.acos_lower':
      'ACOS is {figure} %, back inside the limit of {figureLimit} % for a day: {by} less makes {target}.',
    'target.acos_within_limit': 'ACOS is {figure} %, inside the limit of {figureLimit} %.',
    'target.acos_moved_today':
      'ACOS is {figure} %, with a limit of {figureLimit} %; the price moves once in 24 hours at most.',
    'target.roas_raise':
      'ROAS is {figure}, below the limit of {figureLimit}: {by} more makes {target}.',
    'target.roas_lower':
      'ROAS is {figure}, back inside the limit of {figureLimit} for a day: {by} less makes {target}.',
    'target.roas_within_limit': 'ROAS is {figure}, inside the limit of {figureLimit}.',
    'target.roas_moved_today':
      'ROAS is {figure}, with a limit of {figureLimit}; the price moves once in 24 hours at most.',
    'limits.minimum_by_margin':
      'Your minimum is the price that leaves a margin of {percent} %: {minPrice}.',
    'limits.minimum_by_return':
      'Your minimum is the price that returns {percent} % of the cost: {minPrice}.',
    'limits.fee_at_minimum':
      'At {price} the marketplace keeps {feePercent} % and {feeFixed}: the minimum counts with that.',
    'limits.fee_to_be_asked':
      'The marketplace is still to be asked for its fee at that price: the minimum may change.',
    'war.rests': 'You and {seller} undercut each other in turn: the price rests for {hours} h.',
    'war.way_up':
      'The price war with {seller} has rested for {hours} h: the price offers the way up, to {target}.',
    'war.waits': 'The way up is offered to {seller}: the price waits for that for up to {hours} h.',
    'outcome.keep_price_war': 'The price stays at {price}.',
    'outcome.keep_no_ad_data':
      'The ads of the last 30 days had no spend or no sales; the price stays at {price}.',
    'outcome.keep_within_limit': 'The price stays at {price}.',
    'outcome.keep_moved_today': 'The price stays at {price}.',
  },
  words: {
    enabled: 'enabled',
    disabled: 'disabled',
    paused: 'paused',
    archived: 'archived',
    not_started: 'not started yet',
    ended: 'ended',
    ENABLED: 'active',
    PAUSED: 'paused',
    INACTIVE: 'inactive',
    REVIEW: 'under review',
    ARCHIVED: 'archived',
    unknown: 'no reason told',
    non_trusted_seller: 'untrusted seller',
    reputation_below_threshold: 'reputation below what is asked',
    item_reputation_below_threshold: "the ad's reputation is below what is asked",
    winner_has_better_reputation: 'the winner has a better reputation',
    manufacturing_time: 'manufacturing time',
    temporarily_winning_manufacturing_time: 'manufacturing time, for now',
    temporarily_competing_manufacturing_time: 'manufacturing time, for now',
    temporarily_winning_best_reputation_available: 'reputation, for now',
    temporarily_competing_best_reputation_available: 'reputation, for now',
    item_paused: 'the ad is paused',
    item_not_opted_in: 'the ad is not in the catalog',
    shipping_mode: 'a worse shipping mode',
    newbie_program_seller: "seller in the newcomers' programme",
    no_improvement_price: 'no price improves the position',
    reputation_limit_reached: 'reputation limit reached',
  },
};
