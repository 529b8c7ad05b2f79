import { ReadOnlyError } from '@/lib/faults'
import type { Files } from './files'

const refuse = (): never => {
  throw new ReadOnlyError('the uploads are only read')
}

/** Stored files that another server writes. @throws ReadOnlyError from whatever would change them. */
export const readOnlyFiles = (files: Files): Files => ({
  ...files,
  incoming: refuse,
  discardArrivals: () => undefined,
  keep: async () => refuse(),
  keepWritten: async () => refuse(),
  remove: async () => refuse(),
  removeFolder: async () => refuse(),
  setAside: async () => refuse(),
})
