import { Switch } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FilePicker } from '@/web/components/forms/FilePicker'
import { DropAnywhere } from '@/web/components/loading/DropAnywhere'
import { PointerText } from '@/web/components/page/PointerText'
import { t } from '@/web/i18n/text'
import { getSessionAccount } from '@/web/state/account'
import { queueFiles } from '@/web/uploads/upload-queue'
import { isReviewWanted, storeReview } from './last-choices'
import classes from './UploadForm.module.css'
import { isArchive } from './upload-items'

/**
 * The file input and drop zone; smaller once files have been chosen. Recordings are uploaded at once unless the user
 * wants to review their details, and `onFiles` receives all other files.
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
    else void sendAtOnce(files).catch(() => onFiles(files))
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

/**
 * Uploads recordings with the sport that each names, in the background and as soon as there is a connection.
 * @throws if this browser cannot store files
 */
async function sendAtOnce(files: readonly File[]): Promise<void> {
  const account = getSessionAccount()
  if (account === null) throw new Error('no session')
  await queueFiles(account, files)
}
