import { Dropzone } from '@mantine/dropzone'
import { IconFileUpload } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import classes from './FileDrop.module.css'

/** A place to drop or pick workout files. The server decides what it can read; its refusals are shown per file. */
export function FileDrop({
  onFiles,
  small,
  disabled,
}: {
  onFiles: (files: File[]) => void
  small: boolean
  disabled: boolean
}) {
  return (
    <Dropzone
      onDrop={onFiles}
      disabled={disabled}
      className={classes.zone}
      aria-label={t('add.pick')}
      mod={{ small }}
    >
      <IconFileUpload size={small ? 22 : 34} stroke={1.5} />
      <span>
        <strong>{t('add.pick')}</strong>
        {!small && <span className={classes.hint}>{t('add.formats')}</span>}
      </span>
    </Dropzone>
  )
}
