import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { undoImport } from '@/web/api/import-report'
import type { ReportEntry } from '@/web/api/report-entries'
import { refreshTasks } from '@/web/api/tasks'
import { ConfirmButton } from '@/web/components/ConfirmButton'
import { t } from '@/web/i18n/text'

/** Takes back what an import created, after saying exactly what that is. */
export function UndoImport({
  taskId,
  entries,
}: {
  taskId: string
  entries: readonly ReportEntry[]
}) {
  const client = useQueryClient()
  const [removed, setRemoved] = useState<number>()
  const undoing = useMutation<void, Error, void>({
    mutationFn: async () => setRemoved(await undoImport(taskId)),
    onSettled: () => refreshTasks(client, taskId),
  })
  const created = entries.filter(({ result }) => result === 'new').length
  return (
    <>
      {created > 0 && (
        <ConfirmButton
          label={t('undo.start')}
          title={t('undo.title')}
          text={t('undo.text', { count: created })}
          confirm={t('undo.confirm', { count: created })}
          action={undoing}
        />
      )}
      <span role="status">{removed !== undefined && t('undo.done', { count: removed })}</span>
    </>
  )
}
