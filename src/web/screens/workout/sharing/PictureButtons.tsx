import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '@/web/api/client/download'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './SharePanel.module.css'

const FILE_NAME = 'workout.png'

/** Buttons that download a picture, copy it, and send it to another app, where the browser supports that. */
export function PictureButtons({ picture, title }: { picture: Blob; title: string }) {
  const copying = useMutation({
    mutationFn: () => navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]),
  })
  const file = new File([picture], FILE_NAME, { type: picture.type })
  // Browsers offer neither on pages without TLS.
  const canCopy = 'clipboard' in navigator && 'ClipboardItem' in window
  const canSend = 'canShare' in navigator && navigator.canShare({ files: [file] })
  return (
    <div className={classes.buttons}>
      <Button size="sm" onClick={() => saveFile(picture, FILE_NAME)}>
        {t('sharing.download')}
      </Button>
      {canCopy && (
        <Button variant="default" size="sm" onClick={() => copying.mutate()}>
          {t('sharing.copy')}
        </Button>
      )}
      {canSend && (
        <Button
          variant="default"
          size="sm"
          // Rejects when the user closes the share dialog, which is not an error.
          onClick={() => void navigator.share({ files: [file], title }).catch(() => undefined)}
        >
          {t('sharing.send')}
        </Button>
      )}
      <span role="status">{copying.isSuccess && t('workout.linkCopied')}</span>
      <ErrorNote error={copying.error} />
    </div>
  )
}
