import type { UserRow } from '@/store/db/queries/accounts/users'
import type { NewImportEntry } from '@/store/db/queries/tasks/import-entries'

/** The user and the task of an import. */
export interface ImportOwner {
  user: UserRow
  taskId: number
}

/** Returns the entry of the report for an item that is skipped. */
export const skippedEntry = (file: string, name: string, reason: string): NewImportEntry => ({
  name: `${file}: ${name}`,
  result: 'skipped',
  reason,
})
