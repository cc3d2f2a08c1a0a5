import type { ComponentProps, ComponentType } from 'react';

type IconProps = ComponentProps<'svg'> & { readonly size?: number | string };
export type IconComponent = ComponentType<IconProps>;

/** A picture of lines in a square of 24, drawn as large as `size`. Screen readers pass over it unless it has a label. */
export function icon(...parts: readonly string[]): IconComponent {
  const path = parts.join(' ');
  return function Icon({ size = 24, ...rest }) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: it has no meaning of its own, or a label.
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={rest['aria-label'] ? undefined : true}
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  };
}
