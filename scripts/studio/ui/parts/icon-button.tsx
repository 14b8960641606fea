import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from 'react-aria-components'

type IconButtonProps = Omit<ButtonProps, 'children' | 'className'> & {
  label: string
  Icon: LucideIcon
  className?: string
}

/** A button without a frame, whose name only screen readers say. */
export const IconButton = ({ label, Icon, className = '', ...props }: IconButtonProps) => (
  <Button {...props} className={`icon-button quiet ${className}`} aria-label={label}>
    <Icon size={14} aria-hidden />
  </Button>
)
