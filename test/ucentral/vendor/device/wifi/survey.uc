return { survey: [] };
