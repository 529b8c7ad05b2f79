import { CloseButton } from '@mantine/core'
import { memo } from 'react'
import type { UploadDetails } from '@/web/api/upload'
import { SportSelect } from '@/web/components/SportSelect'
import { UploadProgress } from '@/web/components/UploadProgress'
import { fileSizeOf } from '@/web/format/file-size'
import { plain } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { ArchiveNote } from './ArchiveNote'
import classes from './UploadList.module.css'
import { UploadOutcome } from './UploadOutcome'
import { isArchive, sportOf, type UploadItem } from './upload-items'

/** What can be done with a file of the list. */
type RowActions = {
  remove: (id: number) => void
  chooseSport: (id: number, sport: number | null) => void
  /** Sends the file again with an answer to what was asked about it. */
  answer: (item: UploadItem, answers: UploadDetails) => void
}

/** One chosen file: its sport as long as that can be chosen, then its progress, then what became of it. */
export const UploadRow = memo(function UploadRow({
  item,
  usual,
  busy,
  actions,
}: {
  item: UploadItem
  /** The sport of files that name none; null while nobody has said. */
  usual: number | null
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
        <span className={classes.size}>{plain(fileSizeOf(file.size, { locale }))}</span>
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
            bare
            label={t('add.sportOf', { name: file.name })}
            auto={auto}
            value={sportOf(item, usual)}
            disabled={busy}
            onChange={(sport) => actions.chooseSport(item.id, sport)}
          />
        </div>
      )}
      {state.phase === 'sending' && <UploadProgress name={file.name} share={state.share} />}
      <UploadOutcome
        state={state}
        busy={busy}
        onAnswer={(answers) => actions.answer(item, answers)}
      />
    </li>
  )
})

/** What is said for leaving the sport to the file; null for a file that names none. */
function useAutoWords(item: UploadItem): string | null {
  const { guess } = item
  const sport = useSport(guess?.kind === 'known' ? guess.sportId : 0)
  if (isArchive(item)) return t('add.sportEach')
  if (guess?.kind === 'none') return null
  return sport ? t('add.sportGuessed', { sport: sport.label }) : t('add.sportOfFile')
}
