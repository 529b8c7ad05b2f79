/** Responses that are stored in this browser (IndexedDB), so that their account can read them without a connection. */

import { toServerPath } from '@/web/api/client/server-path'

/** The data of a query. */
export interface StoredResponse {
  account: string
  /** The hash of the query's key. */
  hash: string
  data: unknown
  /** Milliseconds since 1970. */
  savedAt: number
}

const STORE = 'responses'

const toPromise = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function withStore<Value>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Value>,
): Promise<Value> {
  const request = indexedDB.open(`milepost-offline${toServerPath('/')}`, 1)
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: ['account', 'hash'] })
  const db = await toPromise(request)
  try {
    return await work(db.transaction(STORE, mode).objectStore(STORE))
  } finally {
    db.close()
  }
}

/** Stores a response, replacing the previous one of the same query. */
export const storeResponse = (response: StoredResponse): Promise<unknown> =>
  withStore('readwrite', (store) => toPromise(store.put(response)))

/** Returns the stored response of an account's query; undefined if there is none. */
export const findResponse = (account: string, hash: string): Promise<StoredResponse | undefined> =>
  withStore('readonly', (store) => toPromise(store.get([account, hash])))

/** Deletes all responses except those of `account` whose hash is in `kept`. */
export const deleteResponses = (account: string, kept: ReadonlySet<string>): Promise<void> =>
  withStore('readwrite', async (store) => {
    const keys = await toPromise(store.getAllKeys())
    for (const key of keys) {
      const [owner, hash] = key as [string, string]
      if (owner !== account || !kept.has(hash)) await toPromise(store.delete(key))
    }
  })

/** Deletes all responses of all accounts. */
export const clearResponses = (): Promise<unknown> =>
  withStore('readwrite', (store) => toPromise(store.clear()))
