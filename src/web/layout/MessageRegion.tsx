import { CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '@/web/i18n/text'
import { closeMessage, type Message, useMessage } from '@/web/state/messages'
import classes from './MessageRegion.module.css'

/** Milliseconds for which a message stays, long enough to read it and reach its action by keyboard. */
const DURATION = 12_000

/** The region of the page in which `showMessage` shows messages. Screen readers announce each of them. */
export function MessageRegion() {
  const message = useMessage()
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    // A message does not disappear under the pointer, or while its action has the focus (WCAG 2.2.1).
    if (!message || isHeld) return
    const closing = setTimeout(() => closeMessage(message), DURATION)
    return () => clearTimeout(closing)
  }, [message, isHeld])
  return (
    <div
      role="status"
      data-part="message"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      {message && <MessageBar message={message} onClose={() => hold(false)} />}
    </div>
  )
}

function MessageBar({ message, onClose }: { message: Message; onClose: () => void }) {
  const { text, action } = message
  const close = () => {
    closeMessage(message)
    onClose()
  }
  return (
    <div className={classes.message}>
      <span>{text}</span>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton variant="transparent" c="inherit" aria-label={t('form.close')} onClick={close} />
    </div>
  )
}
