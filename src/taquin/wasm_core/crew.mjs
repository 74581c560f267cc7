// SPDX-License-Identifier: MIT
// Several cores at one search: helpers are workers with a core and a copy of the tables each, and take subtrees of an iteration
// as the search's own worker does.
//
// Who searches is blocked: no message reaches it, and workers that it makes do not start. So one worker more, the foreman, does
// nothing but make helpers and pass on what they are sent; what comes back comes through memory that all share.

const POLL = 0; // as in core/wasm/host.hpp
const ERROR = 4; // as in core/wasm/interface.cpp
const PATIENCE = 20; // milliseconds between two looks up from work
const MOST_REPLY = 4096; // bytes: a path, and little else

// Places in shared memory: numbers of 32 bits, then the nodes of each worker, then the reply that ended the iteration.
const NEXT = 0; // the first subtree that nobody has taken
const FINISHED = 1; // how many are searched, or will not be
const STOP = 2; // whether to leave the rest
const ENDED = 3; // whether there is a reply that ended it
const STATUS = 4; // the status of that reply
const LENGTH = 5; // its bytes
const NODES_AT = 24;

function placesOf({ shared, workers }) {
  return {
    control: new Int32Array(shared, 0, NODES_AT / 4),
    nodes: new BigInt64Array(shared, NODES_AT, workers),
    reply: new Uint8Array(shared, NODES_AT + 8 * workers),
  };
}

/** A text as the core replies with it: its length, then its bytes. */
function textOf(text) {
  const bytes = new TextEncoder().encode(text.slice(0, MOST_REPLY / 8));
  const reply = new Uint8Array(8 + bytes.length);
  new DataView(reply.buffer).setBigInt64(0, BigInt(bytes.length), true);
  reply.set(bytes, 8);
  return reply;
}

/** Leave what nobody has taken yet; it counts as finished. */
function stop(control, count) {
  Atomics.store(control, STOP, 1);
  const taken = Math.min(Atomics.exchange(control, NEXT, count), count);
  Atomics.add(control, FINISHED, count - taken);
  Atomics.notify(control, FINISHED);
}

/** Keep the first reply that ends the iteration: a path, or a failure. */
function end({ control, reply }, count, status, bytes) {
  if (Atomics.compareExchange(control, ENDED, 0, 1) === 0) {
    reply.set(bytes);
    Atomics.store(control, LENGTH, bytes.length);
    Atomics.store(control, STATUS, status);
  }
  stop(control, count);
}

/**
 * Searches subtrees of a batch as its worker of this number until none is left. A request is `head`, which is the worker's own, and
 * one of the batch's `tails`. `look`, which is called now and then, returns true once the work shall stop.
 */
export function work(core, batch, number, head, look) {
  const { tails, ends } = batch;
  const places = placesOf(batch);
  const { control, nodes } = places;
  let done = 0n;
  const ask = (what, question) => {
    if (what !== POLL) return 0;
    Atomics.store(nodes, number, done + new DataView(question.buffer).getBigInt64(0, true));
    return look() ? 1 : 0;
  };
  for (let at = 0; !look() && (at = Atomics.add(control, NEXT, 1)) < ends.length; ) {
    try {
      const tail = tails.subarray(at ? ends[at - 1] : 0, ends[at]);
      const request = new Uint8Array(head.length + tail.length);
      request.set(head);
      request.set(tail, head.length);
      const [status, reply] = core.call(request, ask);
      if (status) {
        end(places, ends.length, status, reply);
      } else {
        const [searched, , found] = new BigInt64Array(reply.buffer, 0, 3); // as `search_roots` replies: nodes, exhausted, found
        Atomics.store(nodes, number, (done += searched));
        if (found) end(places, ends.length, status, reply);
      }
    } catch (failure) {
      end(places, ends.length, ERROR, textOf(`a worker of the search failed: ${failure}`));
      throw failure;
    } finally {
      Atomics.add(control, FINISHED, 1);
      Atomics.notify(control, FINISHED);
    }
  }
}

/** Whether somebody has said stop. */
export const isStopped = ({ shared }) => Atomics.load(new Int32Array(shared), STOP) === 1;

/** Starts the foreman for a core; undefined where the page may not share memory. */
export async function findCrew(core, module) {
  if (!globalThis.crossOriginIsolated || typeof Worker === "undefined") return undefined;
  const foreman = new Worker(new URL("./helper.mjs", import.meta.url), { type: "module" });
  const started = await new Promise((resolve) => {
    foreman.onmessage = () => resolve(true);
    foreman.onerror = () => resolve(false);
  });
  if (!started) return undefined;
  let workers = 1;

  return {
    /** Memory that helpers read too. */
    share: (bytes) => new Uint8Array(new SharedArrayBuffer(bytes)),
    /** Have so many helpers made, each with a core in which `makes` made room for the tables, and which was sent the requests. */
    hire(count, makes, tables, requests, head) {
      workers = 1 + count;
      foreman.postMessage({ hire: { count, module, makes, tables, requests, head } });
    },
    /** Search all subtrees; `ask` is told the nodes so far. Returns status and reply of what ended it, if any, and nodes by worker. */
    search(head, tails, ends, ask) {
      const batch = { shared: new SharedArrayBuffer(NODES_AT + 8 * workers + MOST_REPLY), workers, tails, ends };
      const { control, nodes, reply } = placesOf(batch);
      const sum = () => nodes.reduce((total, _, at) => total + Atomics.load(nodes, at), 0n);
      let next = performance.now() + PATIENCE;
      const look = () => {
        if (performance.now() >= next) {
          if (ask(POLL, new Uint8Array(BigInt64Array.of(sum()).buffer))) stop(control, ends.length);
          next = performance.now() + PATIENCE;
        }
        return isStopped(batch);
      };
      foreman.postMessage({ batch });
      work(core, batch, 0, head, look);
      for (let finished; (finished = Atomics.load(control, FINISHED)) < ends.length; look()) {
        Atomics.wait(control, FINISHED, finished, PATIENCE);
      }
      const ended = Atomics.load(control, ENDED) === 1;
      return [control[STATUS], ended ? reply.slice(0, control[LENGTH]) : undefined, Array.from(nodes, Number)];
    },
    /** End the helpers; the foreman stays. */
    dismiss() {
      workers = 1;
      foreman.postMessage({ dismiss: true });
    },
  };
}
