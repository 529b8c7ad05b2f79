/** Files that wait in this browser, also while it is closed. Page and service worker share them. */

const NAME = 'milepost'
const VERSION = 1

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
