import { t } from '@/web/i18n/text'
import type { ArchiveContents } from './look-into-archive'
import classes from './UploadOutcome.module.css'

/** What was found in an archive before it is sent. */
export function ArchiveNote({
  contents: { service, recordings, archives },
}: {
  contents: ArchiveContents
}) {
  const found = [
    ...(recordings > 0 ? [t('archive.recordings', { count: recordings })] : []),
    ...(archives > 0 ? [t('archive.archives', { count: archives })] : []),
  ]
  return (
    <div className={classes.note}>
      {service && (
        <p>
          <strong>{t('archive.export', { service })}</strong> {t('archive.exportText')}
        </p>
      )}
      <p className={classes.line}>
        {found.length > 0 ? t('archive.found', { what: found.join(', ') }) : t('archive.empty')}
      </p>
    </div>
  )
}
