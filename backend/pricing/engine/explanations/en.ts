import type { Explanations } from './explanations.ts';

export const en: Explanations = {
  lines: {
    'gate.rule_inactive': 'The rule is not active ({status}), so the price does not change.',
    'gate.listing_inactive':
      'The listing is not on sale ({status}, stock {stock}), so the price does not change.',
    'gate.no_market_data':
      'There is no market data for this listing, so the price does not change.',
    'gate.stale_market':
      'The market data is {hours} h old, more than the limit of {limit} h, so the price does not change.',
    'gate.no_buybox':
      'The marketplace has no buybox, and the rule competes for it: the price does not change. Use a rule against competitors outside it.',
    'gate.competitors_not_reported':
      'The marketplace does not report what competitors charge, so the price does not change.',
    'gate.not_competing':
      'The marketplace keeps the listing out of the competition: {reason}. No price changes that.',
    'gate.kill_switch': 'The company has stopped all price changes.',
    'gate.in_promotion':
      'The listing is in a promotion, and the marketplace allows no price change until it ends.',
    'gate.price_automated':
      'The marketplace’s own price automation controls this price and blocks other changes. Turn it off there so that the rule can act.',
    'gate.pair_has_rule':
      'Another listing, in the catalog, was made of this one and has the same price: its rule sets it, so this one does not change it.',
    'rivals.counted': 'Offers seen: {offers}. Competitors that count: {rivals}.',
    'rivals.left_out_unavailable': 'Left out because unavailable: {names}.',
    'rivals.left_out_exception': 'Left out as exceptions of the rule: {names}.',
    'rivals.left_out_other_condition': 'Left out because the product condition differs: {names}.',
    'rivals.left_out_other_comparison': 'Left out because the product is not identical: {names}.',
    'rivals.left_out_other_marketplace': 'Left out because sold on another marketplace: {names}.',
    'control.regained':
      'The price was changed outside Primazia, from {lastSet} to {present}. The rule regains control.',
    'control.lost':
      'The price was changed outside Primazia, from {lastSet} to {present}. The rule gives up control and is paused.',
    'base.lowest_price': 'The best competitor is {seller}, at {comparable}.',
    'base.winner': 'The buybox is held by {seller}, at {comparable}.',
    'base.winner_is_no_rival':
      'The buybox winner is not a competitor to beat. The best competitor is {seller}, at {comparable}.',
    'target.undercut': '{base} less {by} is {target}.',
    'target.wins_already':
      'The listing already wins at {present}; lowering it to {target} would only cost margin.',
    'target.known_to_hold':
      '{present} does not win, nor did {times} reductions in a row: competitors answered each. {target} held the buybox for hours before, so the price goes there at once.',
    'target.larger_step':
      '{present} does not win, nor did {times} reductions in a row: competitors answered each. The next one is larger, by {percent}%: {target}.',
    'target.beside_best':
      'The minimum of {minPrice} did not win. For {hours} hours no price is searched for that wins: for buyers who choose by price, {target} is beside the best competitor, at {comparable}.',
    'target.night_rise':
      'This price is worth little to win. Until 6:00, while few buy, it goes up to {target}, so that competitors can follow: the best one is at {comparable}. Until then the listing sells less.',
    'target.night_rise_followed':
      'After the last night like this the best competitor went from {from} to {to}.',
    'target.night_rise_ignored':
      'After the last night like this the best competitor went from {from} to {to}: no competitor followed, {times} times in a row, and each time the next attempt waits longer, up to four days.',
    'shipping.own_shipping': 'Minus your own shipping of {shipping}: {price} for the item.',
    'limits.above_maximum': 'Limited by your maximum: {price} is above {maxPrice}.',
    'limits.raised_to_minimum': 'Limited by your minimum: {price} is below {minPrice}.',
    'limits.below_minimum': 'Your minimum prevented the change: {price} is below {minPrice}.',
    'limits.present_outside':
      'The present price, {price}, is outside your limits and moves to the nearest one.',
    'limits.not_above_zero': 'The calculation gives {price}; a price has to be above zero.',
    'limits.inside': '{price} is within your limits.',
    'limits.no_limits': 'The rule has no minimum and no maximum.',
    'limits.nobody_to_beat': 'There is no competitor: the price goes to your maximum, {maxPrice}.',
    'limits.own_listing':
      'Another listing of yours holds the buybox of this product at {price}: this one does not go below it.',
    'limits.small_rise':
      'The rise from {present} to {target} is smaller than the minimum of {by} ({percent}% of the price), so the price does not change.',
    'guard.large_step':
      'From {from} to {to} is a change of {percent}%, and a rule may change a price by up to {limit}% without approval: this one waits for approval.',
    'guard.kept_back': 'A final check held this price back, so it waits for approval.',
    'guard.large_day_move':
      'The listing was at {from} within the last 24 hours. From there to {to} is {percent}%, and a rule may change a price by up to {limit}% a day without approval: this one waits for approval.',
    'guard.cheaper_elsewhere':
      'The same product costs {price} with shipping on {marketplace}, less than here: this listing may get less exposure because of that.',
    'guard.waits_for_parity':
      'The company requires approval in that case: this price waits for approval.',
    'guard.pace_interval':
      'At least {minutes} min pass between two changes of a listing: this price waits, and is re-evaluated then.',
    'guard.pace_hour':
      'A listing changes its price at most {updates} times an hour: this price waits, and is re-evaluated then.',
    'guard.pace_day':
      'A listing changes its price at most {updates} times a day: this price waits, and is re-evaluated then.',
    'guard.pace_waited':
      'An earlier change was held because of the company’s limits on how often a price changes.',
    'outcome.change': 'The price changes from {from} to {to}.',
    'outcome.waits_without_minimum':
      'The rule has no minimum price, so no price changes without approval: this one waits for approval.',
    'outcome.keep_already_there': 'The price is already {price}.',
    'outcome.keep_not_worth_it': 'The price stays at {price}.',
    'outcome.keep_winning': 'The listing already wins; the price stays at {price}.',
    'outcome.keep_below_minimum': 'The price stays at {price}.',
    'outcome.keep_no_competitor':
      'There is no competitor and the rule has no maximum; the price stays at {price}.',
    'gate.no_cost':
      'The minimum depends on the cost of the listing, and its cost or fee is not known, so the price does not change.',
    'gate.fee_awaited':
      'The marketplace has been asked for its fee at your minimum; until it answers the price does not change.',
    'gate.minimum_unreachable':
      'No price up to the maximum leaves the {percent}% that the minimum requires, so the price does not change.',
    'target.acos_raise':
      'ACOS is {figure}%, above the limit of {figureLimit}%: raised by {by} to {target}.',
    'target.acos_lower':
      'ACOS is {figure}%, within the limit of {figureLimit}% for a day: lowered by {by} to {target}.',
    'target.acos_within_limit': 'ACOS is {figure}%, within the limit of {figureLimit}%.',
    'target.acos_moved_today':
      'ACOS is {figure}%, with a limit of {figureLimit}%; the price changes once in 24 hours at most.',
    'target.roas_raise':
      'ROAS is {figure}, below the limit of {figureLimit}: raised by {by} to {target}.',
    'target.roas_lower':
      'ROAS is {figure}, within the limit of {figureLimit} for a day: lowered by {by} to {target}.',
    'target.roas_within_limit': 'ROAS is {figure}, within the limit of {figureLimit}.',
    'target.roas_moved_today':
      'ROAS is {figure}, with a limit of {figureLimit}; the price changes once in 24 hours at most.',
    'limits.minimum_by_margin':
      'Your minimum is the price that leaves a margin of {percent}%: {minPrice}.',
    'limits.minimum_by_return':
      'Your minimum is the price that returns {percent}% of the cost: {minPrice}.',
    'limits.fee_at_minimum':
      'At {price} the marketplace charges {feePercent}% plus {feeFixed}: the minimum takes that into account.',
    'limits.fee_to_be_asked':
      'The marketplace fee at that price is not known yet: the minimum may change.',
    'war.rests': 'You and {seller} keep undercutting each other: repricing pauses for {hours} h.',
    'war.way_up':
      'The price war with {seller} has paused for {hours} h: the price is raised once, to {target}.',
    'war.waits': 'The price was raised; it waits up to {hours} h for {seller} to follow.',
    'outcome.keep_price_war': 'The price stays at {price}.',
    'outcome.keep_no_ad_data':
      'Advertising had no spend or no sales in the last 30 days; the price stays at {price}.',
    'outcome.keep_within_limit': 'The price stays at {price}.',
    'outcome.keep_moved_today': 'The price stays at {price}.',
    'gate.own_shipping_not_reported':
      'The rule considers shipping, and the marketplace does not report that of this listing, so the price does not change.',
    'gate.offers_not_reported':
      'The marketplace no longer reports who sells this product, and the rule depends on competitors’ prices: the price does not change.',
    'rivals.left_out_suspect':
      'Left out because the price looks wrong and is not confirmed yet: {names}.',
    'rivals.left_out_unknown_shipping':
      'Left out because the rule considers shipping and theirs is not reported: {names}.',
    'rivals.not_reported':
      'The marketplace no longer reports who sells this product: only what it reports about the buybox of this listing counts.',
    'guard.cheaper_elsewhere_item':
      'The same product costs {price} without shipping on {marketplace}, less than here: this listing may get less exposure because of that.',
    'outcome.keep_suspect_winner':
      'The buybox is held at a price that looks wrong and is not confirmed yet; the price stays at {price}.',
    'outcome.keep_watched_prices_unknown':
      'The price of the watched competitors is not known now; the price stays at {price}.',
    'outcome.keep_suspect_prices':
      'The only competitors have prices that look wrong and are not confirmed yet; the price stays at {price}.',
    'outcome.keep_shipping_not_reported':
      'There are competitors, but the shipping of none of them is reported; the price stays at {price}.',
    'outcome.keep_offers_not_reported':
      'The strategy of this rule depends on a competitor’s price; the price stays at {price}.',
    'outcome.keep_winner_not_reported':
      'The rule has exceptions, and the marketplace does not report who holds the buybox; the price stays at {price}.',
    'outcome.keep_own_listing_wins':
      'Another listing of yours holds the buybox of this product; the price stays at {price}.',
    'outcome.keep_no_price_to_win':
      'The marketplace does not report now at which price this listing would win; the price stays at {price}.',
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
    unknown: 'no reason given',
    non_trusted_seller: 'untrusted seller',
    reputation_below_threshold: 'reputation below what is required',
    item_reputation_below_threshold: 'listing reputation below what is required',
    winner_has_better_reputation: 'the winner has a better reputation',
    manufacturing_time: 'manufacturing time',
    temporarily_winning_manufacturing_time: 'manufacturing time, for now',
    temporarily_competing_manufacturing_time: 'manufacturing time, for now',
    temporarily_winning_best_reputation_available: 'reputation, for now',
    temporarily_competing_best_reputation_available: 'reputation, for now',
    item_paused: 'the listing is paused',
    item_not_opted_in: 'the listing is not in the catalogue',
    shipping_mode: 'a worse shipping mode',
    newbie_program_seller: 'seller in the programme for new sellers',
    no_improvement_price: 'no price improves the position',
    reputation_limit_reached: 'reputation limit reached',
  },
};
