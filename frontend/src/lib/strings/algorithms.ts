// SPDX-License-Identifier: MIT
/** The pages on algorithms. `^{}` raises, backquotes mark code. */

/** What a search is doing, so that the line it is at can be lit. */
export type Phase = 'init' | 'round' | 'take' | 'each' | 'test' | 'expand' | 'cut' | 'add' | 'back' | 'done';
export interface CodeLine {
  indent: number;
  text: string;
  phase?: Phase;
  /** A remark, set apart from the code. */
  note?: string;
}
export type AlgorithmGroup = 'blind' | 'informed' | 'local' | 'solver';
export interface AlgorithmPage {
  idea: string[];
  code: CodeLine[];
  complete: string;
  optimal: string;
  time: string;
  space: string;
  pros: string[];
  cons: string[];
  suits: string;
  /** Who wrote of it, where that is not in every textbook. */
  source?: string;
  /** Where it stands in the contents; by default with the informed or the blind searches, as the catalogue says. */
  group?: AlgorithmGroup;
  /** The board of its figure, where another one shows the point better than the usual. */
  board?: string;
  /** The options of its figure, for the same reason, and what is to be said of them. */
  options?: Record<string, string>;
  figure?: string;
}

/** Read pseudocode written as text: two spaces a level, the phase before a bar. */
export function code(text: string): CodeLine[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [phase, rest] = line.split('|', 2);
      return { indent: (rest.length - rest.trimStart().length) / 2, text: rest.trim(), phase: (phase.trim() || undefined) as Phase | undefined };
    });
}

/** In the order of the textbooks: blind, informed, local, then what the solver does by itself. */
export const ALGORITHM_PAGES: Record<string, AlgorithmPage> = {
  bfs: {
    idea: [
      'Look at every board one move away, then at every board two moves away, and so on. The frontier is a queue: what was found first is looked at first.',
      'Because boards leave the queue in order of their distance, the first time the goal leaves it, no shorter way can exist.',
    ],
    code: code(`
init   |queue ← [start]; reached ← {start}
       |while queue is not empty
take   |  n ← oldest board in queue
test   |  if n is the goal: return the way to n
expand |  for each move in order
each   |    c ← n after the move
add    |    if c not in reached: put c in reached and at the end of queue
done   |no way exists`),
    complete: 'Yes, on every finite board.',
    optimal: 'Yes: all moves cost the same.',
    time: 'O(b^{d + 1}): the goal is tested when it is taken, so the layer below it is made first; O(b^{d}) when tested as it is made',
    space: 'O(b^{d + 1}), every board it has seen',
    pros: ['Shortest solutions without any knowledge of the puzzle.', 'Simple, and its order is easy to follow by hand.'],
    cons: ['Memory fills long before time runs out.', 'It spreads evenly in all directions, also away from the goal.'],
    suits: '8-puzzles, where at most 181,440 boards exist. Hopeless from 15 tiles on.',
  },
  ucs: {
    idea: [
      'Always expand the board that is cheapest to reach. The frontier is ordered by g, the cost so far.',
      'Every move here costs one, so it visits boards in layers as breadth-first search does. Among equals the newest goes first, so the order within a layer differs.',
    ],
    code: code(`
init   |frontier ← {start with g = 0}
       |while frontier is not empty
take   |  n ← board with the least g
test   |  if n is the goal: return the way to n
expand |  for each move in order
each   |    c ← n after the move, with g(c) = g(n) + 1
add    |    if c is new, or cheaper than before: put c on frontier
done   |no way exists`),
    complete: 'Yes.',
    optimal: 'Yes, whatever the moves cost.',
    time: 'O(b^{1 + ⌊C/ε⌋}) for a cheapest way of cost C and moves of cost ε or more; every move costs one here, so O(b^{d + 1})',
    space: 'the same: it keeps every board',
    pros: ['The right search when moves differ in cost.', 'A* with h = 0 everywhere is exactly this.'],
    cons: ['On a sliding puzzle it only pays for a heap that a queue would replace.', 'As blind and as hungry as breadth-first search.'],
    suits: '8-puzzles; mostly a stepping stone to A*.',
  },
  dfs: {
    idea: [
      'Follow one line of moves as far as it goes, then step back and try the next. The frontier is a stack: what was found last is looked at first.',
      'Here it is the graph search of the textbooks: a board that was reached is never put on the stack again, so it ends on every finite board.',
    ],
    code: code(`
init   |stack ← [start]; reached ← {start}
       |while stack is not empty
take   |  n ← newest board on stack
test   |  if n is the goal: return the way to n
expand |  for each move, last in order first
each   |    c ← n after the move
add    |    if c not in reached: put c in reached and on top of stack
done   |no way exists`),
    complete: 'Yes with the set of reached boards; without it, no.',
    optimal: 'No. Its solutions may be thousands of moves too long.',
    time: 'O(b^{m})',
    space: 'O(b^{m}) with the reached set; O(b m) without',
    pros: ['Little is needed to write it down.', 'Finds something quickly when solutions are everywhere.'],
    cons: ['The path is absurd: tens of thousands of moves on an 8-puzzle are normal.', 'The order of the moves decides everything.'],
    suits: 'Seeing why depth alone is no guide. Not for solving.',
  },
  dls: {
    idea: [
      'Depth-first search with a fence: nodes at the depth limit are not expanded. It holds nothing but the current path.',
      'If the limit is at least the length of a solution, it finds one; it has no way of knowing how to choose the limit.',
    ],
    code: code(`
init   |if start is the goal: return the empty path
       |walk(start, 0)
       |walk(n, depth):
take   |  if depth = limit: turn back
expand |  for each move that does not undo the last one
each   |    c ← n after the move
test   |    if c is the goal: return the path
add    |    walk(c, depth + 1)
done   |no solution within the limit`),
    complete: 'Only if the limit is at least d.',
    optimal: 'No: it takes the first solution it meets.',
    time: 'O(b^{l}) with the limit l',
    space: 'O(l), the current path',
    pros: ['Almost no memory.', 'Ends, whatever the board.'],
    cons: ['The right limit is not known beforehand.', 'Meets the same boards again and again by different ways.'],
    suits: 'Short solutions whose length can be bounded; the limit here is 20 unless a depth is given.',
  },
  ids: {
    idea: [
      'Depth-limited search with the limit 0, then 1, then 2, until the goal is met. The repeated work is small, because the last layer outweighs all before it.',
      'It gives what breadth-first search gives, in the memory of one path.',
    ],
    code: code(`
init   |if start is the goal: return the empty path
round  |for limit ← 0, 1, 2, …: walk(start, 0)
       |walk(n, depth):
take   |  if depth = limit: turn back
expand |  for each move that does not undo the last one
each   |    c ← n after the move
test   |    if c is the goal: return the path
add    |    walk(c, depth + 1)`),
    complete: 'Yes.',
    optimal: 'Yes: no shorter limit had a solution.',
    time: 'O(b^{d})',
    space: 'O(d), the current path',
    pros: ['Shortest solutions in next to no memory.', 'No bookkeeping: a node costs very little.'],
    cons: ['Every iteration starts from nothing.', 'Boards that can be reached in many ways are visited in all of them.'],
    suits: '8-puzzles up to about 20 moves.',
  },
  bidirectional: {
    idea: [
      'Search from the start and from the goal at once, breadth first, until the two meet. Two half-deep searches are far smaller than one deep one.',
      'The side with the smaller frontier goes first, a whole layer at a time.',
    ],
    code: code(`
init   |forward ← {start}; backward ← {goal}
       |while neither is empty
round  |  side ← the smaller of the two
take   |  for each board n in side's layer
expand |    for each move in order: c ← n after the move
add    |      if c is new to side: put c in side's next layer
test   |      if the other side knows c: remember it as the meeting
done   |  if there was a meeting: join the two ways`),
    complete: 'Yes.',
    optimal: 'Yes: the layer in which they meet is finished before it answers.',
    time: 'O(b^{d/2})',
    space: 'O(b^{d/2})',
    pros: ['An 8-puzzle of 31 moves takes some 20,000 nodes, a ninth of all boards, without a heuristic.', 'Needs no knowledge but the goal.'],
    cons: ['The goal must be one known board.', 'From 15 tiles on, even half the depth is too much.'],
    suits: '8-puzzles and 2x5 boards; easy 15-puzzles.',
  },
  greedy: {
    idea: [
      'Always expand the board that looks closest to the goal. The frontier is ordered by h alone; what the way there cost does not matter.',
      'It runs straight at the goal and is quick, but the way it finds is winding.',
    ],
    code: code(`
init   |frontier ← {start}; reached ← {start}
       |while frontier is not empty
take   |  n ← board with the least h; among equals the oldest
test   |  if n is the goal: return the way to n
expand |  for each move in order
each   |    c ← n after the move
add    |    if c not in reached: put c in reached and on frontier
done   |no way exists`),
    complete: 'Yes on finite boards, since no board is taken twice.',
    optimal: 'No.',
    time: 'O(b^{m}), far less with a good heuristic',
    space: 'O(b^{m})',
    pros: ['Few nodes: often a hundred where A* needs thousands.', 'Also good on boards where nothing can be proven.'],
    cons: ['Solutions are often half as long again as needed, or worse.', 'Plateaus of h send it wandering.'],
    suits: 'Any size where some solution soon is better than the best one late.',
  },
  astar: {
    idea: [
      'Order the frontier by f = g + h: the moves made plus the moves that are surely still needed. Expand the smallest f.',
      'If h never overestimates, f is never more than the length of a solution through that board. So when the goal is taken off the frontier, nothing shorter can be left.',
    ],
    code: code(`
init   |frontier ← {start with f = h(start)}
       |while frontier is not empty
take   |  n ← board with the least f; among equals the largest g, then the newest
test   |  if n is the goal: return the way to n
expand |  for each move in order
each   |    c ← n after the move; g(c) = g(n) + 1; f(c) = g(c) + h(c)
add    |    if c is new, or cheaper than before: put c on frontier
done   |no way exists`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic. With a consistent one no board is expanded twice.',
    time: 'O(b^{d}) at worst; about b^{d − k} when h saves k levels',
    space: 'the same: it keeps every board',
    pros: ['Expands no more than any search with the same proof must.', 'The bound f tells at any time what is proven.'],
    cons: ['Memory: a 15-puzzle can take gigabytes.', 'A heap and a hash table make every node dear.'],
    suits: '8-puzzles always; 15-puzzles with a strong heuristic.',
  },
  wastar: {
    idea: [
      'A* with f = g + w h and a weight w above 1. The larger the weight, the more it trusts the heuristic and the greedier it gets.',
      'With an admissible h the solution is at most w times as long as the shortest.',
    ],
    code: code(`
init   |frontier ← {start with f = w · h(start)}
       |while frontier is not empty
take   |  n ← board with the least f
test   |  if n is the goal: return the way to n
expand |  for each move in order
each   |    c ← n after the move; f(c) = g(c) + w · h(c)
add    |    if c is new, or cheaper than before: put c on frontier
done   |no way exists`),
    complete: 'Yes.',
    optimal: 'No, but within the factor w, and that is proven.',
    time: 'O(b^{d}), usually far less than A*',
    space: 'O(b^{d})',
    pros: ['A dial between speed and length, with a guarantee.', 'Small weights cost little length and save much work.'],
    cons: ['Boards are reopened more often.', 'The guarantee is loose: real solutions are much better than it says.'],
    suits: '15-puzzles, and 24-puzzles with a weight of 2 or more.',
  },
  idastar: {
    idea: [
      'Iterative deepening, but the fence is a bound on f = g + h instead of depth. It starts at h of the start; each time it fails, the bound grows to the smallest f that was cut.',
      'It holds one path and nothing else, which is how the first random 15-puzzles were solved optimally.',
    ],
    code: code(`
init   |if start is the goal: return the empty path; bound ← h(start)
round  |repeat: next ← ∞; walk(start, 0); bound ← next
       |walk(n, g):
expand |  for each move that does not undo the last one
each   |    c ← n after the move
test   |    if c is the goal: return the path
take   |    f ← g + 1 + h(c)
cut    |    if f > bound: next ← min(next, f)
add    |    else: walk(c, g + 1)`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'O(b^{d}) at worst; about b^{d − k} as A*',
    space: 'O(d), the current path',
    pros: ['Next to no memory, so it never runs out.', 'A node costs almost nothing: tens of millions a second natively.'],
    cons: ['Forgets everything between iterations.', 'Meets the same board by many ways.'],
    suits: '15-puzzles, and with pattern databases 24-puzzles.',
  },
  rbfs: {
    idea: [
      'Best-first order in the memory of one path. It follows the best child as long as that is no worse than the best alternative along the path; then it turns back and leaves behind the best f it saw below.',
      'When it comes back, that value tells it how promising the branch still is.',
    ],
    code: code(`
init   |if start is the goal: return the empty path
       |search(start, limit ← ∞)
       |search(n, limit):
take   |  make n the current board
test   |  if a child is the goal: return the path
expand |  for each child c: F(c) ← max(f(c), F(n) if n was left before)
       |  repeat
       |    best ← child with the least F
round  |    if F(best) > limit: return F(best)
add    |    F(best) ← search(best, min(limit, second least F))`),
    complete: 'Yes.',
    optimal: 'Yes with an admissible heuristic.',
    time: 'hard to say: depends on how often it changes its mind',
    space: 'O(b d)',
    pros: ['Expands in best-first order with linear memory.', 'Needs no rounds with a growing bound.'],
    cons: ['Makes the same boards anew each time it comes back.', 'More work for each node than IDA*.'],
    suits: '8-puzzles and easy 15-puzzles; runs in Python only.',
  },
  beam: {
    idea: [
      'Breadth-first search that keeps only the best few boards of every layer, by h. What falls off the beam is forgotten.',
      'Time and memory grow with the depth, not exponentially, so boards of any size are within reach.',
    ],
    code: code(`
init   |beam ← [start]
       |while beam is not empty
take   |  for each n in beam
test   |    if n is the goal: return the way to n
expand |    for each move: c ← n after the move
add    |      if c was in no beam yet: put c in layer
round  |  beam ← the w boards of layer with the least h
done   |the beam died`),
    complete: 'No: the beam may lose every way to the goal.',
    optimal: 'No.',
    time: 'O(w b L) for a solution of L moves',
    space: 'O(w L)',
    pros: ['Cost is under control: choose the width.', 'The wider, the shorter the solution.'],
    cons: ['May fail; then only a wider beam helps.', 'Proves nothing.'],
    suits: '24-puzzles and larger.',
  },
  hill: {
    group: 'local',
    idea: [
      'Keep one board. Step to the neighbour with the smallest h as long as that improves. When stuck, walk a few moves at random and climb again.',
      'It remembers nothing and proves nothing.',
    ],
    code: code(`
init   |n ← start
       |repeat
take   |  best ← the neighbour of n with the least h
expand |  if h(best) < h(n): n ← best
test   |  if n is the goal: return the moves made
round  |  if no neighbour is better: walk 1 to 10 moves at random
done   |give up after 10,000 climbs`),
    complete: 'No.',
    optimal: 'No.',
    time: 'no bound; each climb is short',
    space: 'O(1) for the search, and the path it has walked',
    pros: ['The simplest search with a heuristic.', 'Shows what a local optimum is.'],
    cons: ['Sliding puzzles are full of local optima.', 'Paths of thousands of moves.'],
    suits: 'Watching on an 8-puzzle; not for solving.',
  },
  optimal: {
    group: 'solver',
    idea: [
      'Not one algorithm but a choice: the solver takes whatever proves the shortest solution of this board fastest, and says what it used.',
      'On small boards that is A*; on 15- and 24-puzzles an iterative-deepening A* with tables of solved sub-puzzles, and rules that skip ways to the same board.',
    ],
    code: code(`
init   |choose tables and search for this shape and goal
round  |raise the bound until a solution fits under it
done   |replay the solution, check it, say what was used`),
    complete: 'Yes.',
    optimal: 'Yes.',
    time: 'O(b^{d − k}) with a large k',
    space: 'the tables, and one path',
    pros: ['The fastest proof here.', 'Nothing to choose.'],
    cons: ['Its node counts are not those of a textbook search.', 'There is no tree to watch, only its bound.'],
    suits: 'Every board up to 5x5 that should be solved, not studied.',
  },
  anytime: {
    group: 'solver',
    idea: [
      'An answer at once, and a better one with every second. A constructive solver brings the tiles home row by row, which takes milliseconds on any board and cannot fail.',
      'Then the path is shortened: beam searches look for another way, and stretches of the path are searched anew. What is proven about the shortest length is reported beside it.',
    ],
    code: code(`
init   |path ← bring the tiles home one by one
       |until time runs out
take   |  choose a stretch of path
expand |  search for a shorter way between its ends
add    |  if there is one: put it in its place
test   |if path is as long as the lower bound: it is proven shortest`),
    complete: 'In practice yes: the first path is built, not searched for.',
    optimal: 'No; how far it may be from the shortest is said.',
    time: 'as much as it is given',
    space: 'the beams, and one path',
    pros: ['Solves boards of any size.', 'Can be stopped at any moment with something in hand.'],
    cons: ['Proves a shortest path only when the bound happens to meet it.', 'Its node counts are not those of a textbook search.'],
    suits: 'Boards above 5x5, and smaller ones in a hurry.',
  },
};
