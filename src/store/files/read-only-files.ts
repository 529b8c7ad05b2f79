import { ReadOnlyError } from '@/lib/system-errors'
import type { Files } from './stored-files'

const reject = (): never => {
  throw new ReadOnlyError('the uploads are only read')
}

/** The files of another server. Operations that would change them throw a ReadOnlyError. */
export const readOnlyFiles = (files: Files): Files => ({
  ...files,
  incoming: reject,
  discardUploads: () => undefined,
  store: async () => reject(),
  storeWritten: async () => reject(),
  remove: async () => reject(),
  removeFolder: async () => reject(),
  setAside: async () => reject(),
})
