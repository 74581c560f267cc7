// SPDX-License-Identifier: MIT

/** Whether this page was exported: there is no server behind it. An export marks the page's root. */
export const alone = globalThis.document?.documentElement?.dataset?.server === 'none';
