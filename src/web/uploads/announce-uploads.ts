import type { QueryClient } from '@tanstack/react-query'
import type { UploadResult } from '@/web/api/client/upload-response'
import { undoImport } from '@/web/api/workouts/import-report'
import { deleteWorkout, refreshWorkouts } from '@/web/api/workouts/workouts'
import { describeError } from '@/web/components/feedback/describe-error'
import { t } from '@/web/i18n/text'
import { showMessage } from '@/web/state/messages'

/** Returns the number of workouts that uploads created; workouts that existed before do not count. */
const countCreated = (results: readonly UploadResult[]): number =>
  results.filter(isCreated).reduce((total, { workouts }) => total + workouts.length, 0)

const isCreated = ({ workouts, files }: UploadResult): boolean =>
  workouts.length > 0 && files?.[0]?.result !== 'already there'

/** Shows how many workouts were added, with a button that removes them again. Calls `onUndone` afterwards. */
export function announceUploads(
  client: QueryClient,
  results: readonly UploadResult[],
  onUndone: () => void,
): void {
  const count = countCreated(results)
  if (count === 0) return
  const undo = async () => {
    for (const result of results.filter(isCreated)) await undoUpload(result)
    await refreshWorkouts(client)
    onUndone()
    showMessage({ text: t('undo.done', { count }) })
  }
  const run = () =>
    void undo().catch((error: unknown) => showMessage({ text: describeError(error) }))
  showMessage({ text: t('add.created', { count }), action: { label: t('queue.undo'), run } })
}

async function undoUpload({ importId, workouts }: UploadResult): Promise<void> {
  if (importId !== undefined) await undoImport(importId)
  else for (const { id } of workouts) await deleteWorkout(id)
}
