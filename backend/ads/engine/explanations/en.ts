import type { Explanations } from './explanations.ts';

export const en: Explanations = {
  lines: {
    'evidence.none': 'There are no clicks yet that count.',
    'evidence.matured':
      'Clicks: {clicks} (days: {days}), which are worth {matured} mature clicks. Orders: {orders}, or {aged} by their age.',
    'evidence.left_out_not_featured':
      'Days left out because the listing did not hold the buybox: {days}.',
    'evidence.left_out_out_of_stock': 'Days left out because there was no stock: {days}.',
    'evidence.left_out_other_price':
      'Days left out because the price was more than {percent}% away from today’s: {days}.',
    'conversion.estimate':
      'Conversion of {estimate}%, with a probability of 80% between {low}% and {high}%. The level above has {prior}%, with a weight of {strength}.',
    'value.price_factor':
      'The clicks came at a price of {priceThen}, and today it is {price}: with an elasticity of {elasticity}, the value is multiplied by {factor}.',
    'value.click':
      'A click is worth {value} of revenue, at a price of {price} (units an order: {units}).',
    'margin.known':
      'A unit leaves {perUnit} before advertising, {percent}% of the price: a click pays for itself up to {breakEven}.',
    'margin.unknown':
      'The margin is not known: nothing here says whether advertising earns. Enter the costs of the listing.',
    'target.goal': 'The ACOS goal that was set is {acos}%.',
    'target.profitability':
      'Profitability: each click has to pay for itself with {share}% of the margin, an ACOS of up to {acos}%.',
    'target.growth':
      'Growth: on average, advertising spends {share}% of the margin, an ACOS of {acos}%.',
    'target.visibility':
      'Visibility: on average, advertising spends {share}% of the margin, an ACOS of {acos}%. Above 100%, it loses money up to the limit that was set.',
    'target.none':
      'The campaign has no strategy. The recommendation spends {share}% of the margin, an ACOS of up to {acos}%.',
    'warning.goal_above_margin':
      'Warning: the goal of {acos}% is above the margin of {percent}%. Reaching it loses money.',
    'warning.goal_outside_range':
      'Warning: the goal of {acos}% is outside the range of this strategy, {from}% to {upTo}%.',
    'multiplier.ros':
      'The factor {factor} brings the average ACOS of the campaign to its goal (factor of the budget: {budget}).',
    'multiplier.budget':
      'The factor {factor} makes the budget last the whole day (factor of the goal: {ros}).',
    'bid.formula': '{factor} × {acos}% × {value} = {bid}.',
    'bid.prior':
      'With {clicks} mature clicks, missing orders prove nothing yet: it takes {needed}. Until then the bid does not go below what the level above says, {bid}.',
    'bid.starved':
      'Days without impressions: {days}. The bid goes back to {bid}, as far as the value of a click allows.',
    'bid.explored': 'The exploration budget pays for a bid of {bid}, to learn more.',
    'bid.suggested': 'A new keyword begins with what the marketplace suggests: {bid}.',
    'limits.budget':
      'Limited to {highest}: the budget of a day has to pay for {parts} clicks at least.',
    'limits.company': 'Limited to {highest}, the highest bid that the company allows.',
    'limits.maximum': 'Limited to {highest}, the highest bid of the marketplace.',
    'limits.minimum': 'Raised to {lowest}, the lowest bid of the marketplace.',
    'hold.buybox_out_of_reach':
      'Without the buybox for {hours} h, and the price is at its minimum: pause the ad.',
    'hold.buybox_lost':
      'Without the buybox for {hours} h, and the price is at its minimum: the bid stays.',
    'hold.without_buybox': 'Without the buybox for {hours} h: meanwhile the bid does not rise.',
    'hold.buybox_regained':
      'The buybox came back {hours} h ago: the bid changes after {wait} h only.',
    'hold.out_of_stock': 'Out of stock: the bid stays.',
    'hold.stock_ending': 'Days until the stock ends: {days}. Pause the ad.',
    'hold.low_stock': 'Days until the stock ends: {days}. The bid does not rise.',
    'hold.cooldown':
      'The bid would be {bid}, but it changed lately. It waits for more days ({days}) or more clicks ({clicks}), whichever comes first.',
    'hold.dead_band':
      'The bid would be {bid}, too close to {present} for what is known: it moves beyond {percent}% only.',
    'step.bounded':
      'From {from}, the bid moves by {percent}% a day at most: it goes to {to}, on its way to {bid}.',
    'step.taken':
      'The bid would be {bid}, but today’s step, {percent}% from {from}, has been taken.',
    'outcome.start': 'The bid begins at {to}.',
    'outcome.change': 'Bid from {from} to {to}.',
    'outcome.already_there': 'The bid is {present} already.',
    'outcome.no_margin':
      'At a price of {price}, a unit leaves {perUnit}: no click pays for itself. Pause, or change the price.',
    'outcome.not_viable':
      'A click is worth a bid of {worth} at most, and the lowest bid that is shown is {lowest}: with a probability of {percent}% it does not pay. Pause.',
    'outcome.no_strategy': 'The campaign has no strategy: this is advice, and nothing changes.',
    'outcome.margin_unknown': 'Without a margin and an ACOS goal, there is no bid to compute.',
    'outcome.limits_conflict':
      'No bid fits the limits: the highest one allowed is below the minimum of the marketplace.',
  },
  alternatives: {
    own_figures_alone: 'By the keyword’s own figures alone: with few clicks, chance decides.',
    orders_so_far: 'By the orders known so far alone: those still to come look lost.',
    prior: 'By the level above alone: it ignores what this keyword has shown.',
    lower_end: 'By the lower end of the interval: it loses clicks that pay for themselves.',
    upper_end: 'By the upper end of the interval: it pays for an unlikely conversion.',
    without_multiplier:
      'Without the factor of the campaign: its average ACOS, or its budget, misses the goal.',
    break_even: 'The break-even: each click costs all that it leaves.',
    profitability: 'With the strategy profitability.',
    growth: 'With the strategy growth.',
    visibility: 'With the strategy visibility.',
  },
};
