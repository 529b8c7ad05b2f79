import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { markPage } from '@/web/components/page/page-marks'
import { t } from '@/web/i18n/text'
import classes from './Dialog.module.css'

/** A modal dialog over the page. */
export function Dialog({
  title,
  opened,
  onClose,
  side = false,
  children,
}: {
  title: string
  opened: boolean
  onClose: () => void
  /** Opens at the right edge of the page, over its full height. */
  side?: boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (!opened) return dialog.current?.close()
    dialog.current?.showModal()
    return markPage('dialog')
  }, [opened])
  return (
    <dialog
      ref={dialog}
      className={side ? `${classes.dialog} ${classes.side}` : classes.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      closedby="any"
    >
      {opened && (
        <div className={classes.body}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {children}
          {/* Last in the DOM, so that opening the dialog focuses its first field instead. */}
          <CloseButton className={classes.close} aria-label={t('form.close')} onClick={onClose} />
        </div>
      )}
    </dialog>
  )
}
