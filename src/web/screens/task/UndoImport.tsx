import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Undone, undoImport } from '@/web/api/import-report'
import type { ReportEntry } from '@/web/api/report-entries'
import { refreshTasks } from '@/web/api/tasks'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { t } from '@/web/i18n/text'

/** Whether an import made something of a file that can be taken back. */
const hasMade = ({ result, reason }: ReportEntry): boolean =>
  result === 'new' || result === 'replaced' || (result === 'already there' && reason !== '')

/** Takes back what an import made, after saying exactly what that is. */
export function UndoImport({
  taskId,
  entries,
}: {
  taskId: string
  entries: readonly ReportEntry[]
}) {
  const client = useQueryClient()
  const [undone, setUndone] = useState<Undone>()
  const undoing = useMutation<void, Error, void>({
    mutationFn: async () => setUndone(await undoImport(taskId)),
    onSettled: () => refreshTasks(client, taskId),
  })
  const created = entries.filter(({ result }) => result === 'new').length
  return (
    <>
      <span role="status">{undone && wordsOf(undone)}</span>
      {entries.some(hasMade) && (
        <ConfirmButton
          label={t('undo.start')}
          title={t('undo.title')}
          text={`${t('undo.text', { count: created })} ${t('undo.others')}`}
          confirm={t('undo.confirm', { count: created })}
          action={undoing}
        />
      )}
    </>
  )
}

/** What was taken back and what was not, in words. */
const wordsOf = ({ removed, restored, left }: Undone): string =>
  [
    t('undo.done', { count: removed }),
    ...(restored > 0 ? [t('undo.restored', { count: restored })] : []),
    ...(left > 0 ? [t('undo.left', { count: left })] : []),
  ].join(' ')
