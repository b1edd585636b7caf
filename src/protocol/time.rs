//! The time as people write it, for the log file.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now: `2026-03-01 17:05:09.042`, UTC.
pub fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    text(u64::try_from(since.as_millis()).unwrap_or(0))
}

/// A time given in milliseconds since 1970.
fn text(milliseconds: u64) -> String {
    let (seconds, millis) = (milliseconds / 1000, milliseconds % 1000);
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millis:03}")
}

/// Year, month and day of a day counted from 1970-01-01: Howard Hinnant's `civil_from_days`, for days after 1970.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::text;

    #[test]
    fn known_times() {
        assert_eq!(text(0), "1970-01-01 00:00:00.000");
        assert_eq!(text(951_782_400_007), "2000-02-29 00:00:00.007");
        assert_eq!(text(1_772_384_709_042), "2026-03-01 17:05:09.042");
    }
}
