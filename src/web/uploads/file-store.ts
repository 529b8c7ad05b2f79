/**
 * Files that are stored in this browser (IndexedDB) until they are uploaded, even if it is closed. Shared between page
 * and service worker.
 */

const NAME = 'milepost'
const VERSION = 1

/** A file to be uploaded to an account. */
export interface WaitingUpload {
  id: number
  /** Id of the account, the subject of its session token. */
  account: string
  file: File
  /** Fields to send with a recording. */
  details: Record<string, unknown>
  /** Photos to add to the workout of a recording, once there is one. */
  photos?: readonly File[]
  /** The workout that a photo is added to, null while it is unknown; missing for recordings. */
  workoutId?: string | null
  /** Id of a photo that was uploaded, but may not be part of the workout yet. */
  photoId?: string
  /** Why the server rejected the file; undefined if it can be sent. */
  refusal?: { text: string; code: string | null }
}

type StoreName = 'shared' | 'uploads'

const toPromise = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(base: string): Promise<IDBDatabase> {
  const request = indexedDB.open(`${NAME}${base}`, VERSION)
  request.onupgradeneeded = () => {
    for (const store of ['shared', 'uploads'] satisfies StoreName[])
      request.result.createObjectStore(store, { keyPath: 'id', autoIncrement: true })
  }
  return toPromise(request)
}

/** Runs `work` on one of the stores in a transaction; resolves once the transaction has been committed. */
async function withStore<Value>(
  base: string,
  name: StoreName,
  work: (store: IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  const db = await open(base)
  try {
    const transaction = db.transaction(name, 'readwrite')
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const value = await work(transaction.objectStore(name))
    await done
    return value
  } finally {
    db.close()
  }
}

/** Stores files that another app shared with this one. `base` is the base path of the server, with a trailing slash. */
export const storeShared = (base: string, files: readonly File[]): Promise<void> =>
  withStore(base, 'shared', async (store) => {
    for (const file of files) await toPromise(store.add({ file }))
  })

/** Returns the shared files and deletes them from the store. */
export const takeShared = (base: string): Promise<File[]> =>
  withStore(base, 'shared', async (store) => {
    const shared: { file: File }[] = await toPromise(store.getAll())
    await toPromise(store.clear())
    return shared.map(({ file }) => file)
  })

/** Stores files to be uploaded. */
export const addUploads = (
  base: string,
  uploads: readonly Omit<WaitingUpload, 'id'>[],
): Promise<void> =>
  withStore(base, 'uploads', async (store) => {
    for (const upload of uploads) await toPromise(store.add(upload))
  })

/** Returns the files that an account has yet to upload, in the order in which they were added. */
export const listUploads = (base: string, account: string): Promise<WaitingUpload[]> =>
  withStore(base, 'uploads', async (store) => {
    const all: WaitingUpload[] = await toPromise(store.getAll())
    return all.filter((upload) => upload.account === account)
  })

/** Updates a queued file; does nothing if it is no longer queued. */
export const changeUpload = (base: string, upload: WaitingUpload): Promise<void> =>
  withStore(base, 'uploads', async (store) => {
    if (await toPromise(store.getKey(upload.id))) await toPromise(store.put(upload))
  })

/** Removes a file from the queue, and adds others. Both happen, or neither. */
export const replaceUpload = (
  base: string,
  id: number,
  uploads: readonly Omit<WaitingUpload, 'id'>[],
): Promise<void> =>
  withStore(base, 'uploads', async (store) => {
    for (const upload of uploads) await toPromise(store.add(upload))
    await toPromise(store.delete(id))
  })

/** Removes a file from the queue. */
export const removeUpload = (base: string, id: number): Promise<void> => replaceUpload(base, id, [])
