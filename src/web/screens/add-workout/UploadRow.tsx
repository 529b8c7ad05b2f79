import { CloseButton } from '@mantine/core'
import { memo } from 'react'
import type { UploadDetails } from '@/web/api/client/upload'
import { UploadProgress } from '@/web/components/feedback/UploadProgress'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { formatFileSize } from '@/web/format/file-size'
import { formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import type { ArchiveContents } from './inspect-archive'
import { UploadOutcome } from './UploadOutcome'
import outcome from './UploadOutcome.module.css'
import classes from './UploadRow.module.css'
import { getSport, isArchive, type UploadItem } from './upload-items'

/** Actions on a file in the list. */
type RowActions = {
  remove: (id: number) => void
  chooseSport: (id: number, sport: number | null) => void
  /** Uploads the file again with the missing details. */
  retry: (item: UploadItem, addedDetails: UploadDetails) => void
}

/** One chosen file: its sport while it can be changed, then its progress, then its result. */
export const UploadRow = memo(function UploadRow({
  item,
  defaultSport,
  busy,
  actions,
}: {
  item: UploadItem
  /** Default sport for files without one; null until it is chosen. */
  defaultSport: number | null
  busy: boolean
  actions: RowActions
}) {
  const { locale } = usePreferences()
  const auto = useAutoWords(item)
  const { file, state } = item
  const isOpen = state.phase === 'waiting' || state.phase === 'failed'
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.size}>
          {formatQuantity(formatFileSize(file.size, { locale }))}
        </span>
        <CloseButton
          size="sm"
          disabled={busy}
          aria-label={t('add.remove', { name: file.name })}
          onClick={() => actions.remove(item.id)}
        />
      </div>
      {isOpen && item.contents && <ArchiveNote contents={item.contents} />}
      {isOpen && !item.contents?.service && (
        <div className={classes.sport}>
          <SportSelect
            isLabelHidden
            label={t('add.sportOf', { name: file.name })}
            auto={auto}
            value={getSport(item, defaultSport)}
            disabled={busy}
            onChange={(sport) => actions.chooseSport(item.id, sport)}
          />
        </div>
      )}
      {state.phase === 'sending' && <UploadProgress name={file.name} share={state.share} />}
      <UploadOutcome
        state={state}
        busy={busy}
        onRetry={(addedDetails) => actions.retry(item, addedDetails)}
      />
    </li>
  )
})

/** The label of the option that takes the sport from the file; null for a file without a sport. */
function useAutoWords(item: UploadItem): string | null {
  const { guess } = item
  const sport = useSport(guess?.kind === 'known' ? guess.sportId : 0)
  if (isArchive(item)) return t('add.sportEach')
  if (guess?.kind === 'none') return null
  return sport ? t('add.sportGuessed', { sport: sport.label }) : t('add.sportOfFile')
}

/** Describes the contents of an archive before it is uploaded. */
function ArchiveNote({
  contents: { service, recordings, archives },
}: {
  contents: ArchiveContents
}) {
  const found = [
    ...(recordings > 0 ? [t('archive.recordings', { count: recordings })] : []),
    ...(archives > 0 ? [t('archive.archives', { count: archives })] : []),
  ]
  return (
    <div className={outcome.note}>
      {service && (
        <p>
          <strong>{t('archive.export', { service })}</strong> {t('archive.exportText')}
        </p>
      )}
      <p className={outcome.line}>
        {found.length > 0 ? t('archive.found', { what: found.join(', ') }) : t('archive.empty')}
      </p>
    </div>
  )
}
