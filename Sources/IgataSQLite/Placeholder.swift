// IgataSQLite
