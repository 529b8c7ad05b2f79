import { closeSync, openSync } from 'node:fs'

/**
 * Checks that `count` more files and connections can be opened. Bun aborts the whole process when it runs out of
 * descriptors while it starts a thread, instead of throwing.
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
