import { setImmediate } from 'node:timers/promises'
import { clientMessageOf } from '@/lib/errors'
import { isObject, type Json } from '@/lib/text/json-fields'
import type { NewImportEntry } from '@/store/db/queries/tasks/import-entries'
import { ExportError, parseJson } from '@/use-cases/imports/services/read-service-export'
import { skippedEntry } from './import-owner'

/** A list of an export whose items are imported one by one. */
interface ItemList {
  file: string
  texts: () => AsyncIterable<string>
  /** Imports an item. @throws AppError with the reason why it is skipped */
  add: (item: Json, text: string) => Promise<void>
}

/** Maximum number of items that are read. Users have at most as many courses, and as many segments. */
const MAX_ITEMS = 500

/** Imports the items of a list. Only one of them is in memory. Returns the entries of the report for skipped ones. */
export async function importItems({ file, texts, add }: ItemList): Promise<NewImportEntry[]> {
  const skipped: NewImportEntry[] = []
  const skip = (item: string, reason: string) => void skipped.push(skippedEntry(file, item, reason))
  let number = 0
  try {
    for await (const text of texts()) {
      number += 1
      if (number > MAX_ITEMS) {
        skip('the rest', `there are more than ${MAX_ITEMS}`)
        break
      }
      const reason = await importItem(text, { file, add })
      if (reason !== undefined) skip(String(number), reason)
      // Lets requests run.
      await setImmediate()
    }
  } catch (error) {
    if (!(error instanceof ExportError)) throw error
    skip('the rest', error.message)
  }
  return skipped
}

/** Returns why an item was not imported; undefined if it was. */
async function importItem(
  text: string,
  { file, add }: Pick<ItemList, 'file' | 'add'>,
): Promise<string | undefined> {
  try {
    const item = parseJson(file, text)
    if (!isObject(item)) return 'it is not an object'
    await add(item, text)
    return undefined
  } catch (error) {
    const message = error instanceof ExportError ? error.message : clientMessageOf(error)
    if (message === undefined) throw error
    return message
  }
}
