export type BrandMarkProps = { size?: number };

export function BrandMark({ size = 22 }: BrandMarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <path
        d="M17.2 7.6C15.9 5 13.6 4.3 11.6 4.3c-3 0-5 1.6-5 3.9 0 5.4 10.8 2.3 10.8 7.7 0 2.3-2.1 3.8-5 3.8-2.1 0-4.4-.7-5.7-3.3"
        stroke="currentColor"
        strokeWidth="2.3"
        strokeLinecap="round"
      />
      <circle cx="18.4" cy="6" r="3.1" fill="var(--frame)" stroke="currentColor" strokeWidth="2" />
      <circle cx="18.4" cy="6" r="1.1" fill="currentColor" />
      <circle cx="5.6" cy="18" r="3.1" fill="var(--frame)" stroke="currentColor" strokeWidth="2" />
      <circle cx="5.6" cy="18" r="1.1" fill="currentColor" />
    </svg>
  );
}
