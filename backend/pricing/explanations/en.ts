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
    'outcome.change': 'The price changes from {from} to {to}.',
    'outcome.waits_without_minimum':
      'The rule has no minimum, so no price changes on its own: this one waits for approval.',
    'outcome.keep_already_there': 'The price is {price} already.',
    'outcome.keep_winning': 'The ad wins already; the price stays at {price}.',
    'outcome.keep_below_minimum': 'The price stays at {price}.',
    'outcome.keep_no_competitor':
      'There is no rival and the rule has no maximum; the price stays at {price}.',
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
