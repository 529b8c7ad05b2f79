import { t } from '@/web/i18n/text'
import classes from './UploadList.module.css'
import { UploadRow } from './UploadRow'
import type { ForAll, useUploads } from './use-uploads'

/** The chosen files with their sports, their progress and what became of them. */
export function UploadList({
  uploads,
  forAll,
}: {
  uploads: ReturnType<typeof useUploads>
  forAll: ForAll
}) {
  if (uploads.items.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('add.files')}>
      {uploads.items.map((item) => (
        <UploadRow
          key={item.id}
          item={item}
          usual={forAll.usual}
          busy={uploads.busy}
          onRemove={() => uploads.remove(item.id)}
          onSport={(sport) => uploads.note(item.id, { sport })}
          onAnswer={(answers) => void uploads.answer(item, answers, forAll)}
        />
      ))}
    </ul>
  )
}
