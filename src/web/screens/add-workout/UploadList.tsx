import { CloseButton, Progress } from '@mantine/core'
import { formatFileSize } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './UploadList.module.css'
import { UploadOutcome } from './UploadOutcome'
import type { UploadItem } from './upload-items'

/** The chosen files with their progress and what became of them. */
export function UploadList({
  items,
  busy,
  onRemove,
}: {
  items: readonly UploadItem[]
  busy: boolean
  onRemove: (id: number) => void
}) {
  const { locale } = usePreferences()
  if (items.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('add.files')}>
      {items.map(({ id, file, state }) => (
        <li key={id} className={classes.item}>
          <div className={classes.head}>
            <span className={classes.name}>{file.name}</span>
            <span className={classes.size}>{formatFileSize(file.size, locale)}</span>
            <CloseButton
              size="sm"
              disabled={busy}
              aria-label={t('add.remove', { name: file.name })}
              onClick={() => onRemove(id)}
            />
          </div>
          {state.phase === 'sending' && (
            <Progress
              value={state.share * 100}
              size="sm"
              animated={state.share === 1}
              aria-label={t('add.progress', { name: file.name })}
            />
          )}
          <UploadOutcome state={state} />
        </li>
      ))}
    </ul>
  )
}
