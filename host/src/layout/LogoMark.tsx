/** The mark: a container seen from its doors. */
export function LogoMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect x="2" y="4" width="24" height="20" rx="4" fill="var(--by-solid)" />
      <path
        d="M14 8v12M8.5 8v12M19.5 8v12"
        stroke="var(--by-on-solid)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M11.4 13v2M16.6 13v2"
        stroke="var(--by-on-solid)"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
