import { type ReactNode, useRef } from 'react'
import { t } from '@/web/i18n/text'

/** A large button that opens the browser's file dialog. It accepts all files, because the server detects the format. */
export function FilePicker({
  onFiles,
  disabled = false,
  className,
  children,
}: {
  onFiles: (files: File[]) => void
  disabled?: boolean
  className: string | undefined
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('add.files')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Without this, choosing the same file again would not trigger a change event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
