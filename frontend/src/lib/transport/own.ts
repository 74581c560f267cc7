// SPDX-License-Identifier: MIT
/** The visitor's own heuristic: its name in a method, as on the command line. */

export const OWN = 'mine:estimate';

export const usesOwnCode = (method?: string | null): boolean => method?.includes(OWN) ?? false;
