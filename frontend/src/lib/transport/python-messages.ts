// SPDX-License-Identifier: MIT
/** What the page and its workers say to each other. */

/** To a worker. */
export type Order =
  | {
      type: 'start';
      /** Where the page lies. */
      base: string;
      /** Whether it solves boards: then it brings back the tables of earlier visits, and keeps those that it builds. */
      tables: boolean;
      /** Holds the number of the task that shall stop; null where memory cannot be shared. */
      stop: SharedArrayBuffer | null;
    }
  | {
      type: 'task';
      id: number;
      /** The task's name and payload as JSON. */
      line: string;
    };

/** From a worker. */
export type Answer =
  | { type: 'loading'; loaded: number; total: number }
  | { type: 'ready' }
  | { type: 'broken'; message: string }
  | {
      type: 'frame';
      id: number;
      /** P progress, T expansions, and the last one: R result, E refused, F failed. */
      kind: string;
      body: string;
    };
