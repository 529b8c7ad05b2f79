import { useEffect, useMemo, useRef } from 'react'
import type { UploadDetails } from '@/web/api/upload'
import { t } from '@/web/i18n/text'
import classes from './UploadList.module.css'
import { UploadRow } from './UploadRow'
import type { UploadItem } from './upload-items'
import type { ForAll, useUploads } from './use-uploads'

/** The chosen files with their sports, their progress and what became of them. */
export function UploadList({
  uploads,
  forAll,
}: {
  uploads: ReturnType<typeof useUploads>
  forAll: ForAll
}) {
  // Rows are drawn anew only when they change: there may be hundreds, and one of them tells its progress all the time.
  const latest = useRef({ uploads, forAll })
  useEffect(() => {
    latest.current = { uploads, forAll }
  })
  const actions = useMemo(
    () => ({
      remove: (id: number) => latest.current.uploads.remove(id),
      chooseSport: (id: number, sport: number | null) => latest.current.uploads.note(id, { sport }),
      answer: (item: UploadItem, answers: UploadDetails) =>
        void latest.current.uploads.answer(item, answers, latest.current.forAll),
    }),
    [],
  )
  if (uploads.items.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('add.files')}>
      {uploads.items.map((item) => (
        <UploadRow
          key={item.id}
          item={item}
          usual={forAll.usual}
          busy={uploads.busy}
          actions={actions}
        />
      ))}
    </ul>
  )
}
