import { closeSync, openSync } from 'node:fs'

/**
 * Makes sure that so many more files and connections can be opened. Where a single one is missing an error tells so,
 * but Bun ends the whole process when it cannot start a thread for lack of them.
 *
 * @throws Error with the code EMFILE.
 */
export function requireDescriptors(count: number): void {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync('/dev/null', 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
