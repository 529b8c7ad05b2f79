import { Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadExport, exportQuery, requestExport } from '@/web/api/workouts/data-export'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { TaskState } from '@/web/components/feedback/TaskState'
import { Panel } from '@/web/components/page/Panel'
import { formatDate, formatTime } from '@/web/format/dates'
import { formatFileSize } from '@/web/format/file-size'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './ExportPanel.module.css'

/** The export of all user data as an archive: requests it, shows its progress, and downloads it. */
export function ExportPanel() {
  const client = useQueryClient()
  const preferences = usePreferences()
  const { data: task, error } = useQuery(exportQuery)
  const [withAnalysis, setWithAnalysis] = useState(false)
  const request = useMutation({
    mutationFn: requestExport,
    onSettled: () => client.invalidateQueries({ queryKey: exportQuery.queryKey }),
  })
  const download = useMutation({ mutationFn: downloadExport })
  const asked = task ? new Date(task.created_at) : null
  const file = task?.file_name
  return (
    <Panel title={t('export.title')} text={t('export.text')}>
      {task && asked && (
        <p className={classes.line}>
          <TaskState status={task.status} />
          {formatDate(asked, preferences)}, {formatTime(asked, preferences)}
        </p>
      )}
      <Checkbox
        label={t('export.analysis')}
        description={t('export.analysisText')}
        checked={withAnalysis}
        onChange={({ currentTarget }) => setWithAnalysis(currentTarget.checked)}
      />
      <ErrorNote error={error ?? request.error ?? download.error} />
      <div className={classes.buttons}>
        {file && (
          <BusyButton busy={download.isPending} onClick={() => download.mutate(file)}>
            {t('export.download', {
              size: formatQuantity(formatFileSize(task.file_size ?? 0, preferences)),
            })}
          </BusyButton>
        )}
        <BusyButton
          variant="default"
          busy={request.isPending}
          onClick={() => request.mutate(withAnalysis)}
        >
          {t('export.request')}
        </BusyButton>
      </div>
    </Panel>
  )
}
