import { IconFileUpload } from '@tabler/icons-react'
import { FilePicker } from '@/web/components/FilePicker'
import { PointerText } from '@/web/components/PointerText'
import { t } from '@/web/i18n/text'
import classes from './ChooseFiles.module.css'

/** The place to pick files; shrinks once there are some. */
export function ChooseFiles({
  onFiles,
  small,
  disabled,
}: {
  onFiles: (files: File[]) => void
  small: boolean
  disabled: boolean
}) {
  return (
    <FilePicker
      onFiles={onFiles}
      disabled={disabled}
      className={small ? classes.small : classes.large}
    >
      <IconFileUpload size={small ? 22 : 34} stroke={1.5} />
      <span>
        <strong>
          <PointerText mouse={t('add.pick')} touch={t('add.pickTouch')} />
        </strong>
        {!small && <span className={classes.hint}>{t('add.formats')}</span>}
      </span>
    </FilePicker>
  )
}
