/** A field of a form whose value was rejected. */
export interface InvalidField {
  label: string
  control: HTMLElement
}

const CONTROLS = 'input:not([type=hidden]), textarea, select, button'

/** Returns the fields of a form that show an error, in the order of the page. */
export function findInvalidFields(form: HTMLFormElement): InvalidField[] {
  // Groups of checkboxes and pickers only have an error text; its id begins with that of the field.
  const marked = form.querySelectorAll<HTMLElement>('[aria-invalid=true], [id$="-error"]')
  const found = new Map<HTMLElement, string>()
  for (const element of marked) {
    const control = findControl(form, element)
    if (control && !found.has(control)) found.set(control, getLabel(form, control, element))
  }
  return [...found].map(([control, label]) => ({ control, label }))
}

/** Scrolls to a field and focuses it. The scroll padding of the page keeps it clear of the fixed bars. */
export function focusField(control: HTMLElement): void {
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}

function findControl(form: HTMLFormElement, element: HTMLElement): HTMLElement | null {
  if (element.matches('[aria-invalid=true]')) return element
  const field = element.id.slice(0, -'-error'.length)
  const named = form.querySelector<HTMLElement>(`#${CSS.escape(field)}`)
  if (named?.matches(CONTROLS)) return named
  return element.parentElement?.querySelector<HTMLElement>(CONTROLS) ?? null
}

function getLabel(form: HTMLFormElement, control: HTMLElement, element: HTMLElement): string {
  const field = element.id.replace(/-error$/, '')
  const group = form.querySelector(`#${CSS.escape(`${field}-label`)}`)
  const hasLabels =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  const own = hasLabels ? control.labels?.[0] : null
  const text = group?.textContent ?? control.getAttribute('aria-label') ?? own?.textContent
  return text?.trim() || (control.closest('fieldset')?.querySelector('legend')?.textContent ?? '')
}
