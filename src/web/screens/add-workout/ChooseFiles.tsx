import { Switch } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FilePicker } from '@/web/components/forms/FilePicker'
import { DropAnywhere } from '@/web/components/loading/DropAnywhere'
import { PointerText } from '@/web/components/page/PointerText'
import { t } from '@/web/i18n/text'
import { getSessionAccount } from '@/web/state/account'
import { sendAtOnce } from '@/web/uploads/send-at-once'
import { isReviewWanted, storeReview } from './last-choices'
import classes from './UploadForm.module.css'
import { isArchive } from './upload-items'

/**
 * The file input and drop zone; smaller once files have been chosen. Recordings are uploaded at once unless the user
 * wants to review their details, and `onFiles` receives all other files, and photos without a recording.
 */
export function ChooseFiles({
  onFiles,
  isEmpty,
  disabled,
}: {
  onFiles: (files: File[]) => void
  isEmpty: boolean
  disabled: boolean
}) {
  const [isReviewed, setReviewed] = useState(isReviewWanted)
  const choose = (files: File[]) => {
    // Archives are always reviewed, because their content decides what happens to them.
    if (isReviewed || !isEmpty || files.some((file) => isArchive({ file }))) onFiles(files)
    else void sendNow(files).then(onFiles, () => onFiles(files))
  }
  return (
    <>
      <DropAnywhere onFiles={choose} />
      <FilePicker
        onFiles={choose}
        disabled={disabled}
        className={isEmpty ? classes.large : classes.small}
      >
        <IconFileUpload size={isEmpty ? 34 : 22} stroke={1.5} />
        <span>
          <strong>
            <PointerText mouse={t('add.pick')} touch={t('add.pickTouch')} />
          </strong>
          {isEmpty && <span className={classes.hint}>{t('add.formats')}</span>}
        </span>
      </FilePicker>
      {isEmpty && (
        <>
          <Switch
            label={t('add.review')}
            description={t('add.reviewHint')}
            checked={isReviewed}
            onChange={({ currentTarget }) => {
              setReviewed(currentTarget.checked)
              storeReview(currentTarget.checked)
            }}
          />
          <p className={classes.move}>
            <Link to="/move-in">{t('moveIn.title')}</Link>
          </p>
        </>
      )}
    </>
  )
}

/** Sends files in the background. Returns the photos whose workout has to be chosen. */
async function sendNow(files: readonly File[]): Promise<File[]> {
  const account = getSessionAccount()
  if (account === null) throw new Error('no session')
  return sendAtOnce(account, files)
}
