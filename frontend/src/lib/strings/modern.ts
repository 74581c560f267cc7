// SPDX-License-Identifier: MIT
/** The pages on searches that are younger than most textbooks. */

import { code, type AlgorithmPage } from './algorithms';

export const MODERN_PAGES: Record<string, AlgorithmPage> = {
  dwastar: {
    idea: [
      'Weighted A* whose weight falls on the way: h counts w times at the start and once at the depth that h of the start foretells. Near the start a wrong turn costs little, near the goal it should be careful.',
      'No board is weighted more than w, so a path is never more than w times too long.',
    ],
    code: code(`
init   |frontier ← {start}; N ← h(start)
       |while frontier is not empty
take   |  n ← board with the least f
test   |  if n is the goal: return the way to n
expand |  for each move in order
each   |    c ← n after the move; v ← 1 + (w − 1) · max(0, 1 − g(c) / N); f(c) = g(c) + v · h(c)
add    |    if c is new, or cheaper than before: put c on frontier
done   |no way exists`),
    complete: 'Yes.',
    optimal: 'No, but within the factor w, and that is proven.',
    time: 'O(b^{d}); on hard 15-puzzles more than A*, since beyond the foretold depth nothing is weighted',
    space: 'O(b^{d})',
    pros: ['Shorter paths than weighted A* with the same promise.', 'One line differs from A*.'],
    cons: ['Far more nodes than weighted A*.', 'The depth must be guessed beforehand, and h of the start guesses too low.'],
    suits: '8-puzzles; seeing why constant weights are more usual.',
    source: 'Ira Pohl, IJCAI 1973.',
  },
  epsilon: {
    idea: [
      'No path is shorter than the least f on the frontier. So every board whose f is at most w times that keeps the promise of a path at most w times too long. Among these, the *focal* list, the board nearest to the goal by h goes first.',
      'The promise and the hurry are kept apart: f says what may be expanded, h says what is.',
    ],
    code: code(`
init   |frontier ← {start}
       |while frontier is not empty
each   |  focal ← the boards of frontier with f ≤ w · least f
take   |  n ← board in focal with the least h
test   |  if n is the goal: return the way to n
expand |  for each move: c ← n after the move
add    |    if c is new, or cheaper than before: put c on frontier
done   |no way exists`),
    complete: 'Yes.',
    optimal: 'No, but within the factor w, and that is proven.',
    time: 'O(b^{d}); large weights make it greedy search',
    space: 'O(b^{d})',
    pros: ['Any estimate may choose within the focal list, admissible or not.', 'The bound it reports is the least f, which is often better than w says.'],
    cons: ['With small weights it jumps between deep boards and the least f, and may take more nodes than A*.'],
    suits: '15-puzzles with weights from 1.5 on.',
    source: 'Judea Pearl and Jin Kim, IEEE Transactions on Pattern Analysis and Machine Intelligence, 1982.',
  },
  ara: {
    idea: [
      'Weighted A* that does not stop at its path: the weight falls by a step, and the search goes on from the same frontier, in a new order. What it has learned about boards stays.',
      'Each round ends with a path that is at most w times too long; the last, at weight 1, with the shortest. Stopped early, it has the best so far.',
    ],
    code: code(`
init   |frontier ← {start}; best ← none
round  |for w ← w0, w0 − step, …, 1
       |  while a board on frontier has g + w · h below the length of best
take   |    n ← board with the least g + w · h
expand |    for each move: c ← n after the move
test   |      if c is the goal and cheaper than best: best ← the way to c
add    |      if c is cheaper than before: put it on frontier, or aside if it was expanded in this round
done   |  put what is aside on frontier`),
    complete: 'Yes.',
    optimal: 'Yes, if it is given the time, with an admissible heuristic.',
    time: 'O(b^{d}); somewhat more than A* in all',
    space: 'O(b^{d})',
    pros: ['A path soon, and a proven bound on how far it is from the best at any time.', 'Little work is done twice.'],
    cons: ['As hungry for memory as A* by the end.', 'Each round orders the frontier anew.'],
    suits: '15-puzzles with a time limit.',
    source: 'Maxim Likhachev, Geoff Gordon and Sebastian Thrun, NIPS 2003.',
  },
  epea: {
    idea: [
      'Most of what A* stores is never expanded: boards with an f beyond the length of the solution. Partial expansion makes only the children that have the f which is on the table now, and puts the board back with the next larger f of its children.',
      'With Manhattan distance the move alone tells the f of a child, so the others need not even be made.',
    ],
    code: code(`
init   |frontier ← {start with F = f(start)}
       |while frontier is not empty
take   |  n ← board with the least F; among equals the largest g, then the newest
test   |  if n is the goal: return the way to n
expand |  for each child c of n with f(c) = F
add    |    if c is new, or cheaper than before: put c on frontier with F = f(c)
back   |  if n has children with larger f: put n back with the least of these
done   |no way exists`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'O(b^{d}); boards are taken off more than once',
    space: 'only boards with f up to the length of the solution',
    pros: ['About half of the memory of A* on 15-puzzles.', 'Never stores a board that A* would not expand, ties aside.'],
    cons: ['A board is looked at once for every value of f among its children.'],
    suits: '15-puzzles where A* runs out of memory; puzzles with many moves a board even more.',
    source: 'Ariel Felner, Meir Goldenberg and others, AAAI 2012.',
  },
  sma: {
    options: { memory_nodes: '20' },
    figure: 'In this figure it may keep 20 nodes.',
    idea: [
      'A* within a number of nodes that it may keep. It expands the best leaf, the deepest among equals. When there are too many nodes it forgets the worst leaf and writes down at its parent what the leaf was worth.',
      'When everything else has become worse than what is written down, the parent makes the forgotten child again. Memory decides how often that happens: with much it is A* on a tree, with the nodes of one path it works hard but still gets there.',
    ],
    code: code(`
init   |kept ← {start with value h(start)}
take   |n ← kept node with the least value; among equals the deepest, then the newest
test   |if n is the goal: return the way to n
expand |for each child c of n; later only for the forgotten ones with the least value
add    |  value(c) ← the largest of f(c), value(n) and what was written down for c; keep c
       |value(n) ← the least that is written down at n; without any, n waits no more
back   |while too many nodes are kept: forget the leaf with the largest value
       |  write its value down at its parent, which waits again
done   |if the least value is more moves than memory has nodes for: no path fits`),
    complete: 'Yes, if the nodes of a shortest path fit the memory.',
    optimal: 'Yes with an admissible heuristic: a path that fits is found, and it is a shortest one.',
    time: 'O(b^{d}); nodes are made again and again when memory is small',
    space: 'the number of nodes that you choose',
    pros: ['Uses all the memory that it is given, and no more.', 'What it forgets leaves a better estimate behind.'],
    cons: ['With little memory it spends its time on making nodes again.', 'Two ways to a board are two nodes.'],
    suits: '8-puzzles; easy 15-puzzles, to see what memory is worth.',
    source: 'Stuart Russell, ECAI 1992.',
  },
  dfbnb: {
    idea: [
      'Depth-first search that keeps the best solution so far and turns back wherever f shows that nothing better can come. When the tree is exhausted, the last solution is the shortest.',
      'It needs a bound to begin with: here h of the start, and a quarter more each time nothing is found.',
    ],
    code: code(`
init   |bound ← h(start); best ← none
round  |repeat: walk(start); until there is a best: bound ← a quarter more
take   |walk(n):
expand |  for each move: c ← n after the move
cut    |    if f(c) > bound: leave c out
test   |    if c is the goal: best ← the way to c; bound ← its length − 1
add    |    else keep c
       |  for each kept c, the least h first: if f(c) ≤ bound: walk(c)
done   |best is the shortest`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'O(b^{d}) and more where the bound is loose',
    space: 'O(b d)',
    pros: ['A solution before the proof, in the memory of one path.', 'With a tight bound it makes fewer nodes than IDA*, which repeats itself.'],
    cons: ['A loose bound lets it wander deep: on sliding puzzles IDA* is usually better.'],
    suits: '8-puzzles; easy 15-puzzles.',
    source: 'E. L. Lawler and D. E. Wood, Operations Research, 1966; compared with IDA* by Weixiong Zhang and Richard Korf.',
  },
  bfida: {
    idea: [
      'Breadth-first search within a bound on f. A board can only be met again in the layer before or after its own, so three layers are enough to know what is new: the older ones are forgotten, and with them the way back.',
      'To find the path nevertheless, every board remembers its ancestor in one layer in the middle. When the goal is met, both halves are searched for in the same way, and their halves again.',
    ],
    code: code(`
init   |bound ← h(start)
round  |repeat: layer ← {start}; before ← {}
take   |  for each board n in layer
expand |    for each move: c ← n after the move; skip c if f(c) > bound or c is in before
add    |    put c in the next layer, with the middle ancestor of n
test   |    if c is the goal: find both halves of the path by the same search
       |  before ← layer; layer ← next layer
done   |  if layer is empty: bound ← the least f that was skipped`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'O(b^{d}), and again for the halves',
    space: 'three layers and the middle one: a fraction of what A* holds',
    pros: ['Much less memory than A*, without meeting boards again as IDA* does.', 'Only one layer is worked on at a time.'],
    cons: ['The path is found anew, half by half.', 'Every iteration starts from nothing.'],
    suits: '15-puzzles with moderate memory.',
    source: 'Rong Zhou and Eric Hansen, Artificial Intelligence, 2006.',
  },
  biastar: {
    idea: [
      'One A* from the start towards the goal and one from the goal towards the start, the side with the smaller frontier first. Where they meet there is a path, but not surely the shortest.',
      'It ends when the least f of one side is no less than the length of the best path. Both searches tend to go past each other before that.',
    ],
    code: code(`
init   |forward ← {start}; backward ← {goal}; best ← none
       |while neither is empty
done   |  if the least f of a side ≥ the length of best: return best
round  |  side ← the smaller of the two
take   |  n ← board of side with the least f
expand |  for each move: c ← n after the move
test   |    if the other side knows c and the joined way is shorter than best: best ← that way
add    |    if c is cheaper than before and f(c) < the length of best: put c on side`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'O(b^{d}), often no less than A*',
    space: 'O(b^{d})',
    pros: ['The plain idea, against which the younger ones are measured.'],
    cons: ['The proof costs as much as A* from one side alone.', 'Needs a heuristic towards the start too.'],
    suits: 'Comparing it with MM, NBS and BAE*.',
    source: 'Ira Pohl, Machine Intelligence 6, 1971.',
  },
  mm: {
    idea: [
      'A bidirectional A* that is sure to meet in the middle. A board waits with the priority max(f, 2g): a side that went past half of the shortest path would have a 2g beyond its length, and is never asked to.',
      'The option epsilon counts the move that joins the halves too: max(f, 2g + 1).',
    ],
    code: code(`
init   |forward ← {start}; backward ← {goal}; best ← none; bound ← 0
       |while neither is empty
done   |  if bound, the least f of a side, or the least g of both + 1 ≥ the length of best: return best
take   |  n ← board of either side with priority ≤ bound, the smallest g first
expand |  for each move: c ← n after the move
test   |    if the other side knows c and the joined way is shorter than best: best ← that way
add    |    if c is cheaper than before: put c on the side with max(f(c), 2 g(c))
round  |  if no board has such a priority: raise bound`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'never beyond half of the depth on either side',
    space: 'the same',
    pros: ['The first search that is guaranteed to meet in the middle.', 'With weak heuristics far fewer boards than A*.'],
    cons: ['With strong heuristics A* needs fewer.'],
    suits: '8-puzzles; 15-puzzles with some gigabytes.',
    source: 'Robert Holte, Ariel Felner, Guni Sharon and Nathan Sturtevant, AAAI 2016.',
  },
  nbs: {
    idea: [
      'Think in pairs: a forward board u and a backward board v. A path through both takes at least max(f(u), f(v), g(u) + g(v) + 1) moves. As long as that is below the length of the best path, one of the two must be expanded by any search that wants a proof.',
      'Not knowing which, NBS expands both. So it never expands more than twice as many such boards as the luckiest search.',
    ],
    code: code(`
init   |forward ← {start}; backward ← {goal}; best ← none; bound ← 0
       |while neither is empty
done   |  if bound ≥ the length of best: return best
take   |  u, v ← boards of smallest g with f ≤ bound, one of each side
round  |  if g(u) + g(v) + 1 > bound, or there are none: raise bound and try again
expand |  for each move from u, then from v: c ← the board after it
test   |    if the other side knows c and the joined way is shorter than best: best ← that way
add    |    if c is cheaper than before: put c on its side`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'at most twice the boards that any such search must expand',
    space: 'the same',
    pros: ['A guarantee on the number of expansions, whatever the heuristic.'],
    cons: ['Twice what is needed where one side alone would do.'],
    suits: '8-puzzles; 15-puzzles with some gigabytes.',
    source: 'Jingwei Chen, Robert Holte, Sandra Zilles and Nathan Sturtevant, IJCAI 2017.',
  },
  bae: {
    idea: [
      'A forward board knows its g, so it knows how wrong the heuristic towards the start is there: by g − h(start to it). BAE* adds this error to f and orders by b = 2g + h to the goal − h to the start.',
      'With a consistent heuristic any path through a forward and a backward board takes at least half the sum of their b. That bound rises fast, and the search ends early. DIBBS is another name for the same search.',
    ],
    code: code(`
init   |forward ← {start}; backward ← {goal}; best ← none
       |while neither is empty
done   |  if half the sum of the least b of both sides ≥ the length of best: return best
round  |  side ← the smaller of the two
take   |  n ← board of side with the least b; drop it if f(n) ≥ the length of best
expand |  for each move: c ← n after the move
test   |    if the other side knows c and the joined way is shorter than best: best ← that way
add    |    if c is cheaper than before and the other side has not expanded it: put c on side with b(c)`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic; one that is not consistent makes it prove by f alone, which is slow.',
    time: 'O(b^{d}) at worst; on 15-puzzles a fraction of A*',
    space: 'the same',
    pros: ['The fewest expansions of all searches here that keep their boards, with Manhattan distance on 15-puzzles.', 'Simple: one priority, one bound.'],
    cons: ['Wants a consistent heuristic, towards both ends.'],
    suits: '15-puzzles.',
    source: 'Samir Sadhukhan, CSI Journal of Computing, 2013; Edward Sewell and Sheldon Jacobson, Artificial Intelligence, 2021.',
  },
  lrta: {
    group: 'local',
    board: '1,2,3/8,5,0/4,7,6',
    options: { trials: '3' },
    figure: 'In this figure it walks three times, and learns.',
    idea: [
      'An agent that must act at once: it looks one move ahead, corrects the estimate of the board it stands on (at least one more than its best neighbour), and steps to that neighbour.',
      'What it has learned keeps it from circling for ever. In a second trial from the start it does better, and in the end it walks a shortest path; the learned estimate of the start is a proven bound at any time.',
    ],
    code: code(`
round  |for each trial: n ← start
test   |  until n is the goal
expand |    best ← the neighbour of n with the least H, as learned or else h
add    |    H(n) ← max(H(n), 1 + H(best))
take   |    n ← best
done   |return the shortest walk`),
    complete: 'Yes: on a finite board it arrives.',
    optimal: 'Not at first; the trials come to a shortest path with an admissible heuristic.',
    time: 'no good bound; every step is quick',
    space: 'the boards it has stood on',
    pros: ['The first move is made after one look around.', 'Its learning can be watched: h grows where it was wrong.'],
    cons: ['The first walk goes to and fro in every hollow of h.', 'Thousands of trials until it is sure.'],
    suits: 'Watching on an 8-puzzle; runs in Python only.',
    source: 'Richard Korf, Artificial Intelligence, 1990.',
  },
  annealing: {
    group: 'local',
    board: '0,2,3/1,5,6/4,7,8',
    options: { seed: '30', cooling: '200' },
    figure: 'In this figure it cools down in 200 steps.',
    idea: [
      'Try a random move. If h does not get worse, take it; if it does, take it with a probability that falls with the rise and with the temperature. The temperature sinks from hot, where anything goes, to cold, where it only climbs.',
      'It remembers nothing and proves nothing; the whole walk is its path.',
    ],
    code: code(`
init   |n ← start; T ← hot
       |repeat
test   |  if n is the goal: return the moves made
expand |  c ← n after a random move
take   |  if h(c) ≤ h(n), or with probability e^{−(h(c) − h(n)) / T}: n ← c
each   |  cool T a little; when it is cold, heat it again
done   |give up after 20 coolings`),
    complete: 'No.',
    optimal: 'No.',
    time: 'no bound',
    space: 'O(1) for the search, and the path it has walked',
    pros: ['Leaves local optima without restarting.'],
    cons: ['Paths of thousands of moves.', 'A cold walk near the goal is no walk to the goal.'],
    suits: 'Watching on an 8-puzzle; runs in Python only.',
    source: 'Scott Kirkpatrick, Daniel Gelatt and Mario Vecchi, Science, 1983.',
  },
};
