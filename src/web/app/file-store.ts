/** Files that wait in this browser, also while it is closed. Page and service worker share them. */

const NAME = 'milepost'
const VERSION = 1

/** A file that waits to be sent in the name of an account. */
export interface WaitingUpload {
  id: number
  /** Name of the account. */
  account: string
  file: File
  /** What accompanies the file. */
  details: Record<string, unknown>
  /** Why the server refused it; undefined while nothing speaks against sending it. */
  refusal?: { text: string; code: string | null }
}

type StoreName = 'shared' | 'uploads'

const asked = <Value>(request: IDBRequest<Value>): Promise<Value> =>
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
  return asked(request)
}

/** Does something with one of the stores in one transaction, and answers once it is on disk. */
async function within<Value>(
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

/** Keeps files that another app has shared with this one. `base` is the path that the server is below, with its slash. */
export const keepShared = (base: string, files: readonly File[]): Promise<void> =>
  within(base, 'shared', async (store) => {
    for (const file of files) await asked(store.add({ file }))
  })

/** The files that were shared; they are kept no longer. */
export const takeShared = (base: string): Promise<File[]> =>
  within(base, 'shared', async (store) => {
    const shared: { file: File }[] = await asked(store.getAll())
    await asked(store.clear())
    return shared.map(({ file }) => file)
  })

/** Keeps files that are to be sent. */
export const addUploads = (
  base: string,
  uploads: readonly Omit<WaitingUpload, 'id'>[],
): Promise<void> =>
  within(base, 'uploads', async (store) => {
    for (const upload of uploads) await asked(store.add(upload))
  })

/** The files that an account has yet to send, in their order. */
export const listUploads = (base: string, account: string): Promise<WaitingUpload[]> =>
  within(base, 'uploads', async (store) => {
    const all: WaitingUpload[] = await asked(store.getAll())
    return all.filter((upload) => upload.account === account)
  })

/** Changes a file that waits; nothing happens when it no longer does. */
export const changeUpload = (base: string, upload: WaitingUpload): Promise<void> =>
  within(base, 'uploads', async (store) => {
    if (await asked(store.getKey(upload.id))) await asked(store.put(upload))
  })

/** Forgets a file: it was sent, or nobody wants it any more. */
export const removeUpload = (base: string, id: number): Promise<void> =>
  within(base, 'uploads', async (store) => {
    await asked(store.delete(id))
  })
