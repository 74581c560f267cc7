// SPDX-License-Identifier: MIT
// A worker beside a search: the foreman, which makes helpers and passes on what they are sent, or one of them; see crew.mjs.
import { startCore } from "./core.mjs";
import { isStopped, work } from "./crew.mjs";

const helpers = []; // of the foreman
let prepared; // of a helper: its number, head and core

async function prepare({ number, module, makes, tables, requests, head }) {
  const core = await startCore(module);
  const call = (request) => {
    const [status, reply] = core.call(request, () => -1);
    if (status) throw new Error(`status ${status}`);
    return reply;
  };
  makes.forEach((make, which) => {
    const [, at, length] = new BigInt64Array(call(make).buffer, 0, 3); // as `make_table` replies: number, place, size
    core.bytesAt(Number(at), Number(length)).set(tables[which]);
  });
  requests.forEach(call);
  return { number, head, core };
}

onmessage = async ({ data: { hire, order, batch, dismiss } }) => {
  if (hire) {
    for (let number = 1; number <= hire.count; ++number) {
      const helper = new Worker(import.meta.url, { type: "module" });
      helper.postMessage({ order: { ...hire, number } });
      helpers.push(helper);
    }
  } else if (order) {
    prepared = prepare(order).catch(() => undefined); // the search goes on without this one
  } else if (dismiss) {
    for (const helper of helpers.splice(0)) helper.terminate();
  } else if (helpers.length) {
    for (const helper of helpers) helper.postMessage({ batch });
  } else {
    const own = await prepared;
    if (own) work(own.core, batch, own.number, own.head, () => isStopped(batch));
  }
};

postMessage("started");
